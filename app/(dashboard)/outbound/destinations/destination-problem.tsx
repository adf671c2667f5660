"use client";

import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Gated } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
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
  const subject = isNamed ? name : "This destination";
  if (mode === "off") return null;
  if (paused !== null)
    return (
      <Alert
        tone="warning"
        title={
          <>
            {subject} was paused <When at={paused} />
          </>
        }
        actions={<Resume destination={destination} />}
      >
        {why?.replace(/[.\s]*$/, ".")}{" "}
        {isByMember ? (
          "New deliveries wait until you resume."
        ) : (
          <>
            Check{" "}
            <IntentLink
              href={`/p/${project}/destinations/${id}/settings`}
              className="rounded-sm underline underline-offset-4"
            >
              its settings
            </IntentLink>
            , then resume. New deliveries wait until then.
          </>
        )}
      </Alert>
    );
  if (failing === null || mode !== "live") return null;
  return (
    <Alert
      tone="danger"
      title={
        <>
          {subject} has rejected all deliveries since <When at={failing} />
        </>
      }
    >
      Cairn keeps trying for three days.{" "}
      <IntentLink
        href={`/p/${project}/deliveries?destination=${id}&state=queued`}
        className="rounded-sm underline underline-offset-4"
      >
        See its responses
      </IntentLink>
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
    { done: `${quoted(name)} goes on` },
  );
  return (
    <Gated reason={reason}>
      {(gate) => (
        <Button size="sm" loading={resume.isPending} {...gate} onClick={() => resume.mutate()}>
          Resume
        </Button>
      )}
    </Gated>
  );
}
