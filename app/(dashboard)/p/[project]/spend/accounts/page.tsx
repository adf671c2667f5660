"use client";

import { RefreshCw, Settings } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { AccountCard } from "@/app/(dashboard)/spend/account-card";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmptyState } from "@/components/empty-state";
import { CodeField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useLast } from "@/components/use-last";
import { networkOfCode } from "@/lib/campaigns/networks";
import { type CredentialField, connectable } from "@/lib/spend/pull/fields";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";

export default function Accounts() {
  const { id } = useProject();
  const path = at("/projects/:project/spend/pulls", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 3_000 });
  const refresh = useRefresh();
  const [connecting, setConnecting] = useState<PulledAccount | null>(null);
  const disconnect = (account: PulledAccount) =>
    confirm({
      title: `Disconnect “${account.name}”?`,
      description: "Its credentials are deleted and syncing stops. Synced spend stays.",
      action: "Disconnect",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id: account.id }));
        await refresh(path);
        toast.success(`${quoted(account.name)} is disconnected`);
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
        title="Connected accounts"
        description="Sync spend from Meta, Google Ads, TikTok and Apple Ads every six hours. Synced spend replaces existing spend for the same campaigns and days, in the account's time zone."
        actions={data && data.accounts.length > 0 ? manage : null}
      />
      {!data ? (
        <NotLoaded error={error} retry={refetch} className="h-40" />
      ) : data.accounts.length === 0 ? (
        <Card>
          <EmptyState icon={RefreshCw} title="No ad accounts to connect" actions={manage}>
            Add your Meta, Google Ads, TikTok or Apple Ads account first. Or upload files: that needs no
            approval from the network.
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

type ConnectDialogProps = {
  path: ApiAddress<"/projects/:project/spend/pulls">;
  account: PulledAccount | null;
  onClose: () => void;
};

function ConnectDialog({ path, account: chosen, onClose }: ConnectDialogProps) {
  const account = useLast(chosen);
  const refresh = useRefresh();
  const fields: readonly CredentialField[] = connectable[account?.network ?? ""]?.fields ?? [];
  const form = useSchemaForm(schemaOf(fields), {
    defaultValues: { credentials: Object.fromEntries(fields.map(({ name }) => [name, ""])) },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${account?.name ?? ""}`}
      description={`Credentials for ${networkOfCode(account?.network ?? "")?.label ?? "the network"}. They're stored encrypted and never shown again.`}
      form={form}
      sheet
      submit="Connect"
      onSubmit={async (values) => {
        if (!account) return;
        await mutate("PUT", child(path, "/:id", { id: account.id }), values);
        await refresh(path);
        toast.success(`${quoted(account.name)} is connected and syncing`);
      }}
    >
      {fields.map(({ name, label, hint, optional, long, secret }) => {
        const field = {
          form,
          name: `credentials.${name}` as const,
          label,
          hint,
          optional: optional ?? false,
        };
        return long ? (
          <CodeField key={name} {...field} rows={name === "private_key" ? 7 : 3} />
        ) : (
          <TextField
            key={name}
            {...field}
            type={secret ? "password" : "text"}
            autoComplete={secret ? "new-password" : "off"}
            className="font-mono"
          />
        );
      })}
    </FormDialog>
  );
}

const schemaOf = (fields: readonly CredentialField[]) =>
  z.object({
    credentials: z.object(
      Object.fromEntries(
        fields.map(({ name, label, optional }) => [
          name,
          optional ? z.string().trim() : z.string().trim().min(1, `${label} is required.`),
        ]),
      ),
    ),
  });
