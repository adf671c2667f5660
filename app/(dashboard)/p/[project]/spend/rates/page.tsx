import type { Metadata } from "next";
import { Rates } from "./rates";

export const metadata: Metadata = { title: "Exchange rates" };

export default function RatesPage() {
  return <Rates />;
}
