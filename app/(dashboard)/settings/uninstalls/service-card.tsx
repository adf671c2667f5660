import type { ReactNode } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Gated, GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import type { UninstallSettings } from "@/lib/facts/uninstalls/schema";
import { serviceNames } from "./names";

type Service = UninstallSettings["services"][number];
type Tokens = UninstallSettings["tokens"][number];

const states: Record<Service["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: t("Waiting for the first response"), tone: "neutral" },
  good: { label: t("Connected"), tone: "success" },
  later: { label: t("Retrying later"), tone: "warning" },
  refused: { label: t("Stopped"), tone: "danger" },
};

type ServiceCardProps = {
  kind: PushKind;
  path: ApiAddress<"/projects/:project/uninstalls">;
  service: Service | null;
  tokens: Tokens | null;
  more: boolean;
  onConnect: () => void;
};

export function ServiceCard({ kind, path, service, tokens, more, onConnect }: ServiceCardProps) {
  const { title, about, of } = serviceNames[kind];
  const reason = useMissingRoleText("network-accounts.write");
  const refresh = useRefresh();
  const own = child(path, "/:kind", { kind });
  const test = useAction(async () => {
    const { accepted, refused, text } = await mutate("POST", child(own, "/test"));
    await refresh(path);
    if (accepted) toast.success(t("{of} accepts the credentials", { of }), { description: text });
    else
      toast.error(
        refused
          ? t("{of} doesn't accept the credentials", { of })
          : t("{of} can't respond right now", { of }),
        {
          description: text,
        },
      );
  });
  const remove = () =>
    confirm({
      title: t("Remove the {of} credentials?", { of }),
      description: t(
        "{of} is no longer queried, so it finds no new uninstalls. Earlier uninstalls stay in reports.",
        { of },
      ),
      action: t("Remove credentials"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", own);
        await refresh(path);
        toast.success(t("The credentials were removed"));
      },
    });
  return (
    <Card aria-label={title}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {title}
            <Badge tone={service ? states[service.state].tone : "neutral"} dot>
              {service ? states[service.state].label : t("Not connected")}
            </Badge>
          </span>
        }
        description={about}
        actions={
          <>
            {service ? (
              <Gated reason={reason}>
                {(gate) => (
                  <Button
                    size="sm"
                    loading={test.isPending}
                    disabled={gate.disabled}
                    onClick={() => test.mutate()}
                  >
                    {t("Test")}
                  </Button>
                )}
              </Gated>
            ) : null}
            <GatedButton
              reason={reason}
              size="sm"
              variant={service ? "ghost" : "primary"}
              onClick={onConnect}
            >
              {service ? t("Replace credentials") : t("Connect")}
            </GatedButton>
            {service ? (
              <GatedButton reason={reason} size="sm" variant="danger-ghost" onClick={remove}>
                {t("Remove")}
              </GatedButton>
            ) : null}
          </>
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {service?.problem ? <Problem service={service} of={of} /> : null}
        <Facts service={service} tokens={tokens} more={more} />
      </CardBody>
    </Card>
  );
}

function Problem({ service: { state, problem, problem_at, next_at }, of }: { service: Service; of: string }) {
  return (
    <Alert
      tone={state === "refused" ? "danger" : "warning"}
      title={
        state === "refused"
          ? t("{of} doesn't accept the credentials", { of })
          : t("{of} can't respond right now", { of })
      }
    >
      <span className="break-words">{problem}</span>
      {problem_at ? (
        <>
          {" · "}
          <When at={problem_at} />
        </>
      ) : null}
      <br />
      {next_at
        ? rich("Trying again {when}.", { when: <When at={next_at} /> })
        : t("Installs aren't checked until you replace the credentials, or test them successfully.")}
    </Alert>
  );
}

const nameOf: Record<string, string> = {
  project_id: t("Firebase project"),
  client_email: t("Service account"),
  key_id: t("Key ID"),
  team_id: t("Team ID"),
  topic: t("Bundle ID"),
};

function Facts({ service, tokens, more }: Pick<ServiceCardProps, "service" | "tokens" | "more">) {
  const { time_zone: timeZone } = useProject();
  // The count stops at a limit.
  const counted = (count = 0) => `${numberText(count)}${more ? "+" : ""}`;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      <Fact label={t("Installs with a token")}>{counted(tokens?.tokens)}</Fact>
      <Fact label={t("Of those uninstalled")}>{counted(tokens?.uninstalled)}</Fact>
      <Fact label={t("Tokens that expired or are invalid")}>{counted(tokens?.ended)}</Fact>
      {service ? (
        <>
          {Object.entries(service.named).map(([name, value]) => (
            <Fact key={name} label={nameOf[name] ?? name}>
              <span className="break-all font-mono text-xs">{value}</span>
            </Fact>
          ))}
          <Fact label={t("Connected")}>
            <When at={service.connected_at} timeZone={timeZone} />
          </Fact>
          <Fact label={t("Last response")}>
            {service.answered_at ? <When at={service.answered_at} timeZone={timeZone} /> : t("Not yet")}
          </Fact>
        </>
      ) : null}
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
