import type { Metadata } from "next";
import { Billing } from "./billing";

export const metadata: Metadata = { title: "Billing" };

export default function BillingPage() {
  return <Billing />;
}
