import { Pencil, RefreshCw, Trash2, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText, windowText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Gated, GatedButton } from "@/components/ui/gated";
import { Progress } from "@/components/ui/progress";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { NetworkAccount } from "@/lib/spend/accounts/schema";
import { connectable } from "@/lib/spend/pull/fields";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";
import { AccountState } from "./account-state";

type AccountCardProps = {
  account: NetworkAccount;
  /** Its connection; undefined if Cairn cannot sync the network. */
  pulled: PulledAccount | undefined;
  path: ApiAddress<"/projects/:project/spend/pulls">;
  onConnect: (account: PulledAccount) => void;
  onDisconnect: (account: PulledAccount) => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** An ad account with its connection, its syncs, and what to do after a failure. */
export function AccountCard({
  account,
  pulled,
  path,
  onConnect,
  onDisconnect,
  ...actions
}: AccountCardProps) {
  const state = pulled?.state ?? "off";
  const unchecked = connectable[account.network]?.unchecked;
  const refresh = useRefresh();
  const mayConnect = useMissingRoleText("network-accounts.write");
  const mayPull = useMissingRoleText("spend.write");
  const pull = useAction(async () => {
    await mutate("POST", child(path, "/:id/run", { id: account.id }));
    await refresh(path);
  });
  const connected = state !== "off";
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {account.name}
            {pulled ? <AccountState state={state} /> : null}
          </span>
        }
        description={
          <>
            {networkLabel(account.network)}
            {" · "}
            {account.external_id ? (
              <code className="font-mono text-xs">{account.external_id}</code>
            ) : (
              t("its network ID is missing")
            )}
            {" · "}
            {account.campaigns === 1
              ? "1 campaign"
              : t("{campaigns} campaigns", { campaigns: numberText(account.campaigns) })}
            {pulled ? null : t(" · Cairn can't sync this network. Upload its files.")}
          </>
        }
        actions={
          <>
            {connected ? (
              <Gated reason={mayPull}>
                {(gate) => (
                  <Button
                    size="sm"
                    loading={pull.isPending}
                    disabled={gate.disabled || state === "pulling" || state === "paused"}
                    onClick={() => pull.mutate()}
                  >
                    <RefreshCw className="size-3.5" />
                    {t("Sync now")}
                  </Button>
                )}
              </Gated>
            ) : null}
            {pulled ? (
              <GatedButton
                reason={mayConnect}
                size="sm"
                variant={connected ? "ghost" : "primary"}
                onClick={() => onConnect(pulled)}
              >
                {connected ? t("Change credentials") : t("Connect")}
              </GatedButton>
            ) : null}
            {mayConnect ? null : (
              <RowMenu
                of={account.name}
                groups={[
                  [
                    { label: t("Edit"), icon: Pencil, onSelect: actions.onEdit },
                    ...(pulled && connected
                      ? [{ label: t("Disconnect"), icon: Unplug, onSelect: () => onDisconnect(pulled) }]
                      : []),
                  ],
                  [
                    {
                      label: account.campaigns > 0 ? t("In use by campaigns") : t("Remove"),
                      icon: Trash2,
                      onSelect: actions.onRemove,
                      destructive: true,
                      disabled: account.campaigns > 0,
                    },
                  ],
                ]}
              />
            )}
          </>
        }
      />
      {pulled && connected ? (
        <CardBody className="grid grid-cols-1 gap-4">
          {state === "pulling" ? <Pulling account={pulled} /> : null}
          {pulled.problem ? (
            <Alert tone="danger" title={t("The last sync failed")}>
              {pulled.problem}{" "}
              {pulled.next_at === null && pulled.status === "ACTIVE"
                ? t("We've stopped retrying. Update the credentials, then sync.")
                : ""}
            </Alert>
          ) : null}
          <Facts account={pulled} />
          {pulled.unknown.length > 0 ? <Unknown account={pulled} /> : null}
        </CardBody>
      ) : null}
      {pulled && unchecked ? <p className="border-t px-5 py-3 text-muted text-xs">{unchecked}</p> : null}
    </Card>
  );
}

function Pulling({ account: { done, total } }: { account: PulledAccount }) {
  return (
    <div className="grid gap-2">
      <p className="num text-muted text-sm" aria-live="polite">
        {total > 0 ? t("{done} of {total} days", { done, total }) : t("Asking the network…")}
      </p>
      <Progress value={total > 0 ? done / total : null} label={t("Days synced")} />
    </div>
  );
}

function Facts({ account }: { account: PulledAccount }) {
  const { id, time_zone: timeZone } = useProject();
  const days = account.from && account.to ? windowText({ from: account.from, to: account.to }) : "–";
  const rows = numberText(account.rows);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
      <Fact label={t("Last sync")}>
        {account.succeeded_at ? <When at={account.succeeded_at} timeZone={timeZone} /> : t("Never")}
      </Fact>
      <Fact label={t("Days")}>{days}</Fact>
      <Fact label={t("Rows")}>
        {account.import ? (
          <IntentLink
            href={`/p/${id}/spend?import=${account.import}`}
            className="rounded-sm underline decoration-line-strong underline-offset-4"
          >
            {rows}
          </IntentLink>
        ) : (
          rows
        )}
      </Fact>
      <Fact label={t("Next sync")}>
        {account.next_at ? <When at={account.next_at} timeZone={timeZone} /> : t("Manual only")}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function Unknown({ account: { unknown } }: { account: PulledAccount }) {
  const { id } = useProject();
  return (
    <Alert
      tone="warning"
      title={
        unknown.length === 1
          ? t("One campaign in this account isn't counted")
          : t("{unknown} campaigns in this account aren't counted", { unknown: unknown.length })
      }
    >
      <IntentLink href={`/p/${id}/spend`} className="rounded-sm underline underline-offset-4">
        {t("Match them with your campaigns")}
      </IntentLink>
      .
    </Alert>
  );
}
