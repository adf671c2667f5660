"use client";

import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Gated } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination } from "@/lib/outbound/destinations/schema";

type TroubleProps = {
  destination: ShownDestination;
  /** In a list of destinations, the text includes the name. */
  isNamed?: boolean;
};

/** The reason why an active destination sends nothing, and its remedy. */
export function DestinationProblem({ destination, isNamed = false }: TroubleProps) {
  const { id: project } = useProject();
  const { id, name, mode, paused_at: paused, pause_reason: why, failing_since: failing } = destination;
  // The reason names the member, and there is nothing to mend.
  const isByMember = why?.endsWith(" paused it.");
  const subject = isNamed ? name : t("This destination");
  if (mode === "off") return null;
  if (paused !== null)
    return (
      <Alert
        tone="warning"
        title={rich("{subject} was paused {when}", { subject, when: <When at={paused} /> })}
        actions={<Resume destination={destination} />}
      >
        {why?.replace(/[.\s]*$/, ".")}{" "}
        {isByMember
          ? t("New deliveries wait until you resume.")
          : rich("Check <link>its settings</link>, then resume. New deliveries wait until then.", {
              link: (text) => (
                <IntentLink
                  href={`/p/${project}/destinations/${id}/settings`}
                  className="rounded-sm underline underline-offset-4"
                >
                  {text}
                </IntentLink>
              ),
            })}
      </Alert>
    );
  if (failing === null || mode !== "live") return null;
  return (
    <Alert
      tone="danger"
      title={rich("{subject} has rejected all deliveries since {when}", {
        subject,
        when: <When at={failing} />,
      })}
    >
      {rich("Cairn keeps trying for three days. <link>See its responses</link>", {
        link: (text) => (
          <IntentLink
            href={`/p/${project}/deliveries?destination=${id}&state=queued`}
            className="rounded-sm underline underline-offset-4"
          >
            {text}
          </IntentLink>
        ),
      })}
    </Alert>
  );
}

function Resume({ destination: { id, name } }: { destination: Pick<ShownDestination, "id" | "name"> }) {
  const path = at("/projects/:project/destinations", { project: useProject().id });
  const refresh = useRefresh();
  const reason = useMissingRoleText("destinations.write");
  const resume = useAction(
    async () => {
      await mutate("DELETE", child(path, "/:id/pause", { id }));
      await refresh(path);
    },
    { done: t("{name} goes on", { name: quoted(name) }) },
  );
  return (
    <Gated reason={reason}>
      {(gate) => (
        <Button size="sm" loading={resume.isPending} {...gate} onClick={() => resume.mutate()}>
          {t("Resume")}
        </Button>
      )}
    </Gated>
  );
}
