import type { ReactNode } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { numberText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Gated, GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import type { UninstallSettings } from "@/lib/facts/uninstalls/schema";
import { serviceNames } from "./names";

type Service = UninstallSettings["services"][number];
type Tokens = UninstallSettings["tokens"][number];

const states: Record<Service["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting for the first response", tone: "neutral" },
  good: { label: "Connected", tone: "success" },
  later: { label: "Retrying later", tone: "warning" },
  refused: { label: "Stopped", tone: "danger" },
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
    if (accepted) toast.success(`${of} accepts the credentials`, { description: text });
    else
      toast.error(refused ? `${of} doesn't accept the credentials` : `${of} can't respond right now`, {
        description: text,
      });
  });
  const remove = () =>
    confirm({
      title: `Remove the ${of} credentials?`,
      description: `${of} is no longer queried, so it finds no new uninstalls. Earlier uninstalls stay in reports.`,
      action: "Remove credentials",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", own);
        await refresh(path);
        toast.success("The credentials were removed");
      },
    });
  return (
    <Card aria-label={title}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {title}
            <Badge tone={service ? states[service.state].tone : "neutral"} dot>
              {service ? states[service.state].label : "Not connected"}
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
                    Test
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
              {service ? "Replace credentials" : "Connect"}
            </GatedButton>
            {service ? (
              <GatedButton reason={reason} size="sm" variant="danger-ghost" onClick={remove}>
                Remove
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
      title={state === "refused" ? `${of} doesn't accept the credentials` : `${of} can't respond right now`}
    >
      <span className="break-words">{problem}</span>
      {problem_at ? (
        <>
          {" · "}
          <When at={problem_at} />
        </>
      ) : null}
      <br />
      {next_at ? (
        <>
          Trying again <When at={next_at} />.
        </>
      ) : (
        "Installs aren't checked until you replace the credentials, or test them successfully."
      )}
    </Alert>
  );
}

const nameOf: Record<string, string> = {
  project_id: "Firebase project",
  client_email: "Service account",
  key_id: "Key ID",
  team_id: "Team ID",
  topic: "Bundle ID",
};

function Facts({ service, tokens, more }: Pick<ServiceCardProps, "service" | "tokens" | "more">) {
  const { time_zone: timeZone } = useProject();
  // The count stops at a limit.
  const counted = (count = 0) => `${numberText(count)}${more ? "+" : ""}`;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      <Fact label="Installs with a token">{counted(tokens?.tokens)}</Fact>
      <Fact label="Of those uninstalled">{counted(tokens?.uninstalled)}</Fact>
      <Fact label="Tokens that expired or are invalid">{counted(tokens?.ended)}</Fact>
      {service ? (
        <>
          {Object.entries(service.named).map(([name, value]) => (
            <Fact key={name} label={nameOf[name] ?? name}>
              <span className="break-all font-mono text-xs">{value}</span>
            </Fact>
          ))}
          <Fact label="Connected">
            <When at={service.connected_at} timeZone={timeZone} />
          </Fact>
          <Fact label="Last response">
            {service.answered_at ? <When at={service.answered_at} timeZone={timeZone} /> : "Not yet"}
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
