import type { Metadata } from "next";
import { AccountAudit } from "./account-audit";

export const metadata: Metadata = { title: "Audit log of the account" };

export default function AccountAuditPage() {
  return <AccountAudit />;
}
