"use client";

import { ShieldCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { AuditTable } from "../../audit-table";
import { lacking } from "../../roles";
import { AccountSelect, useAccount } from "../use-account";

export function AccountAudit() {
  const account = useAccount();
  const reason = account && lacking(account.role, "audit.read");
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <PageHeader
        title="Audit log"
        description="Every change in the account and its projects: who, what, when."
        actions={<AccountSelect />}
      />
      {reason ? (
        <Card>
          <EmptyState icon={ShieldCheck} title="For admins">
            {reason}.
          </EmptyState>
        </Card>
      ) : (
        <AuditTable path={account ? `/accounts/${account.id}/audit` : null} withProject />
      )}
    </div>
  );
}
