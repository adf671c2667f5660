import { AccountAudit } from "./account-audit";

export default function AccountAuditPage() {
  return <AccountAudit />;
}
