import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText, windowText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Gated, GatedButton } from "@/components/ui/gated";
import { Progress } from "@/components/ui/progress";
import { When } from "@/components/ui/when";
import { networkLabel } from "@/lib/campaigns/networks";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";
import { AccountState } from "./account-state";

type AccountCardProps = {
  account: PulledAccount;
  path: ApiAddress<"/projects/:project/spend/pulls">;
  settings: string;
  onConnect: () => void;
  onDisconnect: () => void;
};

export function AccountCard({ account, path, settings, onConnect, onDisconnect }: AccountCardProps) {
  const { state } = account;
  const refresh = useRefresh();
  const mayConnect = useLacking("network-accounts.write");
  const mayPull = useLacking("spend.write");
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
            <AccountState state={state} />
          </span>
        }
        description={
          <>
            {networkLabel(account.network)}
            {account.external_id ? (
              <>
                {" · "}
                <code className="font-mono text-xs">{account.external_id}</code>
              </>
            ) : (
              <>
                {" · "}
                <IntentLink href={settings} className="rounded-sm underline underline-offset-4">
                  its network ID is missing
                </IntentLink>
              </>
            )}
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
                    Sync now
                  </Button>
                )}
              </Gated>
            ) : null}
            <GatedButton
              reason={mayConnect}
              size="sm"
              variant={connected ? "ghost" : "primary"}
              onClick={onConnect}
            >
              {connected ? "Change credentials" : "Connect"}
            </GatedButton>
            {connected ? (
              <GatedButton reason={mayConnect} size="sm" variant="danger-ghost" onClick={onDisconnect}>
                Disconnect
              </GatedButton>
            ) : null}
          </>
        }
      />
      {connected ? (
        <CardBody className="grid grid-cols-1 gap-4">
          {state === "pulling" ? <Pulling account={account} /> : null}
          {account.problem ? (
            <Alert tone="danger" title="The last sync failed">
              {account.problem}{" "}
              {account.next_at === null && account.status === "ACTIVE"
                ? "We've stopped retrying. Update the credentials, then sync."
                : ""}
            </Alert>
          ) : null}
          <Facts account={account} />
          {account.unknown.length > 0 ? <Unknown account={account} /> : null}
        </CardBody>
      ) : null}
    </Card>
  );
}

function Pulling({ account: { done, total } }: { account: PulledAccount }) {
  return (
    <div className="grid gap-2">
      <p className="num text-muted text-sm" aria-live="polite">
        {total > 0 ? `${done} of ${total} days` : "Asking the network…"}
      </p>
      <Progress value={total > 0 ? done / total : null} label="Days synced" />
    </div>
  );
}

function Facts({ account }: { account: PulledAccount }) {
  const { id, time_zone: timeZone } = useProject();
  const days = account.from && account.to ? windowText({ from: account.from, to: account.to }) : "–";
  const rows = numberText(account.rows);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
      <Fact label="Last sync">
        {account.succeeded_at ? <When at={account.succeeded_at} timeZone={timeZone} /> : "Never"}
      </Fact>
      <Fact label="Days">{days}</Fact>
      <Fact label="Rows">
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
      <Fact label="Next sync">
        {account.next_at ? <When at={account.next_at} timeZone={timeZone} /> : "Manual only"}
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
          ? "One campaign in this account isn't counted"
          : `${unknown.length} campaigns in this account aren't counted`
      }
    >
      <p>
        This project has no campaign with this ID. Enter it as the network campaign ID in a{" "}
        <IntentLink href={`/p/${id}/campaigns`} className="rounded-sm underline underline-offset-4">
          campaign's settings
        </IntentLink>
        , then sync.
      </p>
      <ul className="mt-2 grid max-h-44 gap-1 overflow-y-auto">
        {unknown.map((each) => (
          <li key={each.id} className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono text-xs">{each.id}</code>
            <span className="min-w-0 truncate text-ink">{each.name}</span>
            <span className="num ml-auto">
              {figureFormat(each.currency).full("money", each.amount_minor)}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
