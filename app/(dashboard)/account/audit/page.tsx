import type { Metadata } from "next";
import { AccountAudit } from "./account-audit";

export const metadata: Metadata = { title: "Audit log" };

export default function AccountAuditPage() {
  return <AccountAudit />;
}
