import type { Metadata } from "next";
import { RulesInForce } from "./rules-in-force";

export const metadata: Metadata = { title: "Rules" };

export default function RulesPage() {
  return <RulesInForce />;
}
