"use client";

import { FileUp, Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { AccountCard } from "@/app/(dashboard)/spend/account-card";
import { AccountDialog } from "@/app/(dashboard)/spend/account-dialog";
import { CredentialsDialog } from "@/app/(dashboard)/spend/credentials-dialog";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { Card } from "@/components/ui/card";
import { GatedButton, GatedLink } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { NetworkAccount } from "@/lib/spend/accounts/schema";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";

const others = [
  {
    label: t("Imports"),
    path: "imports",
    text: t("Files, manual entries and syncs, with the spend that each still has."),
  },
  {
    label: t("Exchange rates"),
    path: "rates",
    text: t("Rates that convert spend and payments in other currencies."),
  },
] as const;

/** Everything that spend comes from: each ad account once, then files and rates. */
export default function SpendSources() {
  const { id } = useProject();
  const base = `/p/${id}/spend`;
  const path = at("/projects/:project/network-accounts", { project: id });
  const pulled = at("/projects/:project/spend/pulls", { project: id });
  const accounts = useGet(path);
  const pulls = useGet(pulled, { refetchInterval: 3_000 });
  const removePull = useRemoval(pulled);
  const removeAccount = useRemoval(path, pulled);
  const reason = useMissingRoleText("network-accounts.write");
  const [editing, setEditing] = useState<NetworkAccount | "new" | null>(null);
  const [connecting, setConnecting] = useState<PulledAccount | null>(null);
  const disconnect = (account: PulledAccount) =>
    removePull(child(pulled, "/:id", { id: account.id }), {
      title: t("Disconnect “{name}”?", { name: account.name }),
      description: t("Its credentials are deleted and syncing stops. Synced spend stays."),
      action: t("Disconnect"),
      done: t("{name} is disconnected", { name: quoted(account.name) }),
    });
  const remove = (account: NetworkAccount) =>
    removeAccount(child(path, "/:id", { id: account.id }), {
      title: t("Remove “{name}”?", { name: account.name }),
      description: t("New campaigns can't use it."),
      action: t("Remove account"),
      done: t("{name} was removed", { name: quoted(account.name) }),
    });
  const add = (
    <GatedButton reason={reason} onClick={() => setEditing("new")}>
      <Plus />
      {t("Add account")}
    </GatedButton>
  );
  const upload = (
    <GatedLink variant="primary" reason={useMissingRoleText("spend.write")} href={`${base}/upload`}>
      <FileUp />
      {t("Upload file")}
    </GatedLink>
  );
  const error = accounts.error ?? pulls.error;
  return (
    <>
      <PageHeader
        title={t("Sources")}
        description={t(
          "Cairn syncs spend from Meta, Google Ads, TikTok, Apple Ads, Snapchat and Reddit every six hours. Synced spend replaces existing spend for the same campaigns and days.",
        )}
        actions={
          <>
            {add}
            {upload}
          </>
        }
      />
      {!accounts.data || !pulls.data ? (
        <NotLoaded
          error={error}
          retry={() => {
            for (const each of [accounts, pulls]) if (each.error) void each.refetch();
          }}
          className="h-40"
        />
      ) : accounts.data.network_accounts.length === 0 ? (
        <Card>
          <EmptyState icon={Megaphone} title={t("No ad accounts yet")} actions={add}>
            {t(
              "Add your Meta, Google Ads, TikTok, Apple Ads, Snapchat or Reddit account, using the ID the network gives it. Or upload files: that needs no approval from the network.",
            )}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {accounts.data.network_accounts.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              pulled={pulls.data.accounts.find((each) => each.id === account.id)}
              path={pulled}
              onConnect={setConnecting}
              onDisconnect={disconnect}
              onEdit={() => setEditing(account)}
              onRemove={() => remove(account)}
            />
          ))}
        </div>
      )}
      <Card>
        <ul className="divide-y">
          {others.map(({ label, path: below, text }) => (
            <li key={below} className="grid gap-0.5 px-5 py-3.5 text-sm">
              <IntentLink
                href={`${base}/${below}`}
                className="w-fit rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {label}
              </IntentLink>
              <span className="text-muted">{text}</span>
            </li>
          ))}
        </ul>
      </Card>
      <AccountDialog path={path} account={editing} onClose={() => setEditing(null)} />
      <CredentialsDialog
        key={connecting?.id ?? "closed"}
        path={pulled}
        account={connecting}
        onClose={() => setConnecting(null)}
      />
    </>
  );
}
