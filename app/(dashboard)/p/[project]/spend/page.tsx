import type { Metadata } from "next";
import { StoredSpend } from "./stored-spend";

export const metadata: Metadata = { title: "Spend" };

export default function SpendPage() {
  return <StoredSpend />;
}
