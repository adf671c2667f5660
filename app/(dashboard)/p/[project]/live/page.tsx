import type { Metadata } from "next";
import { Live } from "./live";

export const metadata: Metadata = { title: "Live events" };

export default function LivePage() {
  return <Live />;
}
