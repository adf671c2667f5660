import { Repeat } from "lucide-react";
import { at, child, mutate, type ResponseOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { factNames } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { Gated } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";

const shown = 5;

type Row = ResponseOf<"/projects/:project/deliveries">["deliveries"][number];

/** The latest deliveries that the destination did not accept. Each can be sent again here. */
export function FailedDeliveries({ destination }: { destination: number }) {
  const { id: project } = useProject();
  const path = at("/projects/:project/deliveries", { project });
  const { data } = useGet(withQuery(path, { destination, state: "dead", limit: shown }), {
    refetchInterval: 15_000,
  });
  if (!data || data.deliveries.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t("Failed deliveries")}
        description={t("Rejected, or failed after all retries. Fix the receiver, then send them again.")}
      />
      <ul className="divide-y border-t">
        {data.deliveries.map((row) => (
          <Failed key={row.id} row={row} />
        ))}
      </ul>
      {data.next === null ? null : (
        <CardFooter>
          <IntentLink
            href={`/p/${project}/deliveries?destination=${destination}&state=dead`}
            className="rounded-sm underline underline-offset-4"
          >
            {t("See all failed deliveries")}
          </IntentLink>
        </CardFooter>
      )}
    </Card>
  );
}

/** Receivers without a text of their own leave only the status. */
function whyText({ state, reason }: Row): string {
  const why = deliveryReasonText(state, reason) ?? t("Failed.");
  return /^\d{3}$/.test(why) ? t("Responded with {why}.", { why }) : why;
}

function Failed({ row }: { row: Row }) {
  const { id: project, time_zone: timeZone } = useProject();
  const all = at("/projects/:project/deliveries", { project });
  const refresh = useRefresh();
  const lacking = useMissingRoleText("destinations.write");
  const again = useAction(
    async () => {
      const { replayed } = await mutate("POST", child(all, "/replay"), { ids: [row.id] });
      await refresh(all, at("/projects/:project/destinations", { project }));
      if (replayed === 0)
        throw new Error(t("It wasn't sent again: it's already queued, or its user was erased."));
    },
    { done: t("It's queued again") },
  );
  const name = factNames[row.fact];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-baseline gap-2">
          <IntentLink
            href={`/p/${project}/deliveries/${row.id}`}
            className="shrink-0 rounded-sm font-medium hover:underline"
          >
            {name}
          </IntentLink>
          {/* The type of a webhook for all events names none of them. */}
          {row.sent_as === null || row.sent_as.includes("*") ? null : (
            <code className="min-w-0 truncate font-mono text-muted text-xs max-sm:hidden">{row.sent_as}</code>
          )}
          <span className="shrink-0 text-muted text-xs">
            <When at={row.created_at} />
          </span>
        </span>
        <span className="text-muted">{whyText(row)}</span>
      </div>
      <Gated reason={lacking}>
        {(gate) => (
          <Button
            {...gate}
            size="sm"
            aria-label={t("Send {name} of {exactTime} again", {
              name,
              exactTime: exactTime(new Date(row.created_at), timeZone),
            })}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            <Repeat />
            {t("Send again")}
          </Button>
        )}
      </Gated>
    </li>
  );
}
