import type { Metadata } from "next";
import { Trials } from "./trials";

export const metadata: Metadata = { title: "Trials of rules" };

export default function TrialsPage() {
  return <Trials />;
}
