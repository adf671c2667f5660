import type { Metadata } from "next";
import { Conversions } from "./conversions";

export const metadata: Metadata = { title: "Conversion values" };

export default function ConversionsPage() {
  return <Conversions />;
}
