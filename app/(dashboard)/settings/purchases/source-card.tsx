import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Gated, GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { PurchaseSource, Store } from "@/lib/facts/payments/store-purchases";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";
import { appIdLabels, modeLabels, sourceNames, storeStates } from "./names";

type Connection = PurchaseSettings["connections"][number];

type SourceCardProps = {
  source: PurchaseSource;
  path: ApiAddress<"/projects/:project/purchases">;
  connection: Connection | null;
  /** Absent for services, which have no checks. */
  onEdit?: () => void;
};

const nameOf: Record<string, string> = {
  project_id: t("Google Cloud project"),
  client_email: t("Service account"),
  key_id: t("Key ID"),
  issuer_id: t("Issuer ID"),
};

export function SourceCard({ source, path, connection, onEdit }: SourceCardProps) {
  const { title, about, address: where } = sourceNames[source];
  const reason = useMissingRoleText("network-accounts.write");
  const refresh = useRefresh();
  const own = child(path, "/:source", { source });
  const [made, setMade] = useState<string | null>(null);
  const test = useAction(async () => {
    const { accepted, refused, text } = await mutate("POST", child(own, "/test"));
    await refresh(path);
    if (accepted) toast.success(text);
    else
      toast.error(
        refused ? t("The credentials aren't accepted") : t("{title} can't respond right now", { title }),
        {
          description: text,
        },
      );
  });
  const create = async () => {
    const { address } = await mutate("POST", child(own, "/address"));
    setMade(address);
    await refresh(path);
  };
  const replace = () =>
    connection?.has_address
      ? confirm({
          title: t("Create a new address?"),
          description: t("The present address stops working at once. Enter the new one in {title}.", {
            title,
          }),
          action: t("Create address"),
          destructive: true,
          onConfirm: create,
        })
      : create();
  const remove = () =>
    confirm({
      title: t("Disconnect {title}?", { title }),
      description: t(
        "Its credentials and its address are removed. Payments keep the results of their checks.",
      ),
      action: t("Disconnect"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", own);
        setMade(null);
        await refresh(path);
        toast.success(t("{title} is disconnected", { title }));
      },
    });
  const badge = badgeOf(connection, onEdit !== undefined);
  return (
    <Card aria-label={title}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {title}
            <Badge tone={badge.tone} dot>
              {badge.label}
            </Badge>
          </span>
        }
        description={about}
        actions={
          <>
            {connection?.state ? (
              <Gated reason={reason}>
                {(gate) => (
                  <Button
                    size="sm"
                    loading={test.isPending}
                    disabled={gate.disabled}
                    onClick={() => test.mutate()}
                  >
                    {t("Check")}
                  </Button>
                )}
              </Gated>
            ) : null}
            {onEdit ? (
              <GatedButton
                reason={reason}
                size="sm"
                variant={connection?.app_id ? "ghost" : "primary"}
                onClick={onEdit}
              >
                {connection?.app_id ? t("Edit") : t("Set up checks")}
              </GatedButton>
            ) : null}
            <GatedButton
              reason={reason}
              size="sm"
              variant={onEdit || connection ? "ghost" : "primary"}
              onClick={replace}
            >
              {connection?.has_address ? t("New address") : t("Create address")}
            </GatedButton>
            {connection ? (
              <GatedButton reason={reason} size="sm" variant="danger-ghost" onClick={remove}>
                {t("Disconnect")}
              </GatedButton>
            ) : null}
          </>
        }
      />
      {connection || made ? (
        <CardBody className="grid grid-cols-1 gap-4">
          {connection?.problem ? (
            <Alert
              tone={connection.state === "refused" ? "danger" : "warning"}
              title={t("The store's server did not answer")}
            >
              <span className="break-words">{connection.problem}</span>
              {connection.problem_at ? (
                <>
                  {" · "}
                  <When at={connection.problem_at} />
                </>
              ) : null}
              {connection.state === "refused" ? (
                <>
                  <br />
                  {t(
                    "Purchases aren't checked until you replace the credentials, or check them successfully.",
                  )}
                </>
              ) : null}
            </Alert>
          ) : null}
          {made ? (
            <div className="grid gap-2 text-sm">
              <p>{t("Copy the address now: it is shown once. {where}", { where })}</p>
              <CodeBlock code={made} title={t("Address for notifications")} />
            </div>
          ) : null}
          {connection ? <Facts connection={connection} /> : null}
        </CardBody>
      ) : null}
    </Card>
  );
}

function badgeOf(connection: Connection | null, isStore: boolean) {
  if (connection?.state) return storeStates[connection.state];
  const isUsed = connection !== null && (isStore ? connection.mode !== "off" : connection.has_address);
  return isUsed
    ? { label: t("Connected"), tone: "success" as const }
    : { label: t("Not connected"), tone: "neutral" as const };
}

function Facts({ connection }: { connection: Connection }) {
  const { time_zone: timeZone } = useProject();
  const { source, mode, app_id, named, has_address, push_token, answered_at, notified_at } = connection;
  const isStore = source === "apple" || source === "google";
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      {isStore ? <Fact label={t("Effect of checks")}>{modeLabels[mode]}</Fact> : null}
      {isStore && app_id ? (
        <Fact label={appIdLabels[source as Store]}>
          <span className="break-all font-mono text-xs">{app_id}</span>
        </Fact>
      ) : null}
      {Object.entries(named ?? {}).map(([name, value]) => (
        <Fact key={name} label={nameOf[name] ?? name}>
          <span className="break-all font-mono text-xs">{value}</span>
        </Fact>
      ))}
      {named ? (
        <Fact label={t("Last response of the store")}>
          {answered_at ? <When at={answered_at} timeZone={timeZone} /> : t("Not yet")}
        </Fact>
      ) : null}
      {push_token ? (
        <Fact label={t("Token of notifications")}>
          <span className="break-all">
            {push_token.service_account ?? t("Required, of any service account")}
          </span>
        </Fact>
      ) : null}
      <Fact label={t("Last notification")}>
        {notified_at ? (
          <When at={notified_at} timeZone={timeZone} />
        ) : has_address ? (
          t("Not yet")
        ) : (
          t("No address yet")
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="num min-w-0">{children}</dd>
    </div>
  );
}
