import type { Metadata } from "next";
import { Limits } from "./limits";

export const metadata: Metadata = { title: "Limits" };

export default function LimitsPage() {
  return <Limits />;
}
