import { networkAnswerStates, reasonText } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime, numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

type Answered = NonNullable<ShownDelivery["answered"]>;

function sentenceOf({ state, records }: Answered): string {
  const those =
    records === null
      ? t("the request")
      : t("the request's {records} conversion{records2, plural, one {} other {s}}", {
          records: numberText(records),
          records2: records,
        });
  switch (state) {
    case "pending":
      return t("It accepted the request and is still processing it.");
    case "accepted":
      return t("It processed {those} without an error.", { those });
    case "partly_refused":
      return t("It rejected some of {those}. It doesn't report which, so this may be one of them.", {
        those,
      });
    case "refused":
      return t("It rejected all of {those} after it had accepted the request.", { those });
    case "unknown":
      return t("It returned no result within a day.");
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
        title={t("What {destination} reported later", { destination })}
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
          <p className="wrap-anywhere text-muted">
            {t("The result couldn't be read: {problem}", { problem })}
          </p>
        )}
        <p className="text-muted">
          {at === null
            ? null
            : `${t("Asked {exactTime}.", { exactTime: exactTime(new Date(at), timeZone) })} `}
          {next === null
            ? null
            : rich("Asked {if_at, select, yes {first} other {again}} {when}.", {
                if_at: at === null ? "yes" : "no",
                when: <When at={next} />,
              })}
        </p>
      </CardBody>
    </Card>
  );
}
