import {
  deliveryStateLabels,
  factNames,
  identifierName,
} from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

function sentenceOf({ state, text, destination, sent_as: as }: ShownDelivery): string {
  const named = as === null ? "" : ` as “${as}”`;
  switch (state) {
    case "sent":
      return `${destination} accepted it${named}.`;
    case "dry":
      return `It passed every gate and would have been sent${named}. The destination is a dry run, so it wasn't.`;
    case "skipped":
    case "withheld":
      return `It wasn't sent. ${text ?? ""}`;
    case "dead":
      return `${destination} didn't accept it, and Cairn stopped retrying.`;
    case "queued":
      return text === null
        ? `It is waiting to be sent${named}.`
        : `It wasn't accepted yet and will be retried${named}.`;
    case "waiting":
      return text ?? "It is waiting to be sent.";
  }
}

/** The decision about a delivery, and the gate that made it. */
export function DeliveryGate({ delivery }: { delivery: ShownDelivery }) {
  const { id: project, time_zone: timeZone } = useProject();
  const { state, text, next_at: next, ended_at: ended, moved_to: moved, identifiers, corrections } = delivery;
  const answer = state === "dead" || state === "queued" ? text : null;
  return (
    <Card>
      <CardHeader title="Later changes" />
      <CardBody className="grid grid-cols-1 gap-3">
        <p className="max-w-prose text-base text-ink">{sentenceOf(delivery)}</p>
        {answer === null ? null : (
          <p className="wrap-anywhere text-muted text-sm">
            <span className="font-medium text-ink">Last response:</span> {answer}
          </p>
        )}
        <p className="text-muted text-sm">
          {next !== null ? (
            <>
              Next try <When at={next} />.
            </>
          ) : ended !== null ? (
            `Ended ${exactTime(new Date(ended), timeZone)}.`
          ) : null}{" "}
          {identifiers.length > 0 ? `Identifiers: ${identifiers.map(identifierName).join(", ")}.` : null}
        </p>
        {moved === null ? null : (
          <Alert tone="warning" title="The install was attributed again since">
            The install was attributed again since this was sent.{" "}
            {corrections.length > 0 ? null : <>{delivery.correction} </>}
            {delivery.install_id === null ? null : (
              <IntentLink
                href={`/p/${project}/installs/${delivery.install_id}`}
                className="rounded-sm underline underline-offset-4"
              >
                See the decisions
              </IntentLink>
            )}
          </Alert>
        )}
        {corrections.length === 0 ? null : (
          <section aria-labelledby="corrections" className="grid grid-cols-1 gap-1.5 text-sm">
            <h3 id="corrections" className="font-medium">
              Corrections
            </h3>
            <ul className="grid grid-cols-1 gap-1.5">
              {corrections.map(({ id, fact, state: became, created_at: at }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <IntentLink
                    href={`/p/${project}/deliveries/${id}`}
                    className="rounded-sm underline underline-offset-4"
                  >
                    {factNames[fact]}
                  </IntentLink>
                  <Badge tone={deliveryStateLabels[became].tone}>{deliveryStateLabels[became].label}</Badge>
                  <time dateTime={at} className="num text-muted text-xs">
                    {exactTime(new Date(at), timeZone)}
                  </time>
                </li>
              ))}
            </ul>
          </section>
        )}
      </CardBody>
    </Card>
  );
}
