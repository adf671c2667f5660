"use client";

import { AccountSelect, useAccount } from "@/app/(dashboard)/accounts/use-account";
import { at } from "@/app/(dashboard)/shell/api";
import { AuditLog, accountLog } from "@/app/(dashboard)/shell/audit/audit-log";
import { missingRoleText } from "@/app/(dashboard)/shell/roles";

export default function AccountAuditPage() {
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6">
      <AuditLog
        screen={accountLog}
        address={account ? at("/accounts/:account/audit", { account: account.id }) : null}
        actions={<AccountSelect />}
        lacking={account && missingRoleText(account.role, "audit.read")}
      />
    </div>
  );
}
