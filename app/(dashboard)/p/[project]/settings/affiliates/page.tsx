import type { Metadata } from "next";
import { Affiliates } from "./affiliates";

export const metadata: Metadata = { title: "Affiliates" };

export default function AffiliatesPage() {
  return <Affiliates />;
}
