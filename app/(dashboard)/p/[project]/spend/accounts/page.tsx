"use client";

import { RefreshCw, Settings } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Pulled as PulledAccount } from "@/lib/facts/spend/pull/schema";
import { AccountCard } from "./account-card";
import { ConnectDialog } from "./connect-dialog";

export default function Accounts() {
  const { id } = useProject();
  const path = at("/projects/:project/spend/pulls", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 3_000 });
  const refresh = useRefresh();
  const [connecting, setConnecting] = useState<PulledAccount | null>(null);
  const disconnect = (account: PulledAccount) =>
    confirm({
      title: `Disconnect “${account.name}”?`,
      description:
        "Its credentials are forgotten and the network is not asked any more. What was pulled stays.",
      action: "Disconnect",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", within(path, "/:id", { id: account.id }));
        await refresh(path);
        toast.success(`“${account.name}” is disconnected`);
      },
    });
  const settings = `/p/${id}/settings/ad-accounts`;
  const manage = (
    <Button asChild>
      <IntentLink href={settings}>
        <Settings />
        Manage ad accounts
      </IntentLink>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Pulled from networks"
        description="Meta, Google, TikTok and Apple can be asked every six hours what your accounts cost. What they say replaces whatever is stored of the same campaigns and days; days are those of the account’s own time zone."
        actions={data && data.accounts.length > 0 ? manage : null}
      />
      {!data ? (
        <NotLoaded error={error} retry={refetch} className="h-40" />
      ) : data.accounts.length === 0 ? (
        <Card>
          <EmptyState icon={RefreshCw} title="No ad account to pull from" actions={manage}>
            Add your account with Meta, Google Ads, TikTok or Apple Ads first. Without one, upload files: that
            takes no approval of any network.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {data.accounts.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              path={path}
              settings={settings}
              onConnect={() => setConnecting(account)}
              onDisconnect={() => disconnect(account)}
            />
          ))}
        </div>
      )}
      <ConnectDialog
        key={connecting?.id ?? "closed"}
        path={path}
        account={connecting}
        onClose={() => setConnecting(null)}
      />
    </>
  );
}
