"use client";

import { AccountSelect, useAccount } from "@/app/(dashboard)/account/use-account";
import { at } from "@/app/(dashboard)/api";
import { AuditLog } from "@/app/(dashboard)/audit-log";
import { lacking } from "@/app/(dashboard)/roles";

export function AccountAudit() {
  const account = useAccount();
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <AuditLog
        path={account ? at("/accounts/:account/audit", { account: account.id }) : null}
        description="Every change, sign-in and export of people in the account and its projects: who, what, when."
        actions={<AccountSelect />}
        lacking={account && lacking(account.role, "audit.read")}
        withProject
      />
    </div>
  );
}
