"use client";

import { AccountSelect, useAccount } from "@/app/(dashboard)/account/use-account";
import { AuditLog } from "@/app/(dashboard)/audit-log";
import { lacking } from "@/app/(dashboard)/roles";

export function AccountAudit() {
  const account = useAccount();
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <AuditLog
        path={account ? `/accounts/${account.id}/audit` : null}
        description="Every change, sign-in and export of people in the account and its projects: who, what, when."
        actions={<AccountSelect />}
        lacking={account && lacking(account.role, "audit.read")}
        withProject
      />
    </div>
  );
}
