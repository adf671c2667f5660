import { networkAnswerStates, reasonText } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime, numberText } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

type Answered = NonNullable<ShownDelivery["answered"]>;

function sentenceOf({ state, records }: Answered): string {
  const those =
    records === null
      ? "the request"
      : `the request's ${numberText(records)} conversion${records === 1 ? "" : "s"}`;
  switch (state) {
    case "pending":
      return "It accepted the request and is still processing it.";
    case "accepted":
      return `It processed ${those} without an error.`;
    case "partly_refused":
      return `It rejected some of ${those}. It doesn't report which, so this may be one of them.`;
    case "refused":
      return `It rejected all of ${those} after it had accepted the request.`;
    case "unknown":
      return "It returned no result within a day.";
  }
}

/** The network's result for a request that it had accepted. */
export function NetworkCheck({ delivery: { answered, destination } }: { delivery: ShownDelivery }) {
  const { time_zone: timeZone } = useProject();
  if (answered === null) return null;
  const { state, errors, problem, answered_at: at, next_at: next } = answered;
  return (
    <Card>
      <CardHeader
        title={`What ${destination} reported later`}
        actions={<Badge tone={networkAnswerStates[state].tone}>{networkAnswerStates[state].label}</Badge>}
      />
      <CardBody className="grid grid-cols-1 gap-3 text-sm">
        <p className="max-w-prose">{sentenceOf(answered)}</p>
        {errors.length === 0 ? null : (
          <ul className="grid grid-cols-1 gap-1">
            {errors.map(({ reason, count }) => (
              <li key={reason} className="flex flex-wrap gap-x-2">
                <span>{reasonText(reason)}</span>
                <span className="num text-muted">{numberText(count)}</span>
              </li>
            ))}
          </ul>
        )}
        {problem === null ? null : (
          <p className="wrap-anywhere text-muted">The result couldn't be read: {problem}</p>
        )}
        <p className="text-muted">
          {at === null ? null : `Asked ${exactTime(new Date(at), timeZone)}. `}
          {next === null ? null : (
            <>
              Asked {at === null ? "first" : "again"} <When at={next} />.
            </>
          )}
        </p>
      </CardBody>
    </Card>
  );
}
