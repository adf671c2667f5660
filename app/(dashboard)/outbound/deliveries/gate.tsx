import {
  deliveryStateLabels,
  factNames,
  identifierName,
} from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

function sentenceOf({ state, text, destination, sent_as: as }: ShownDelivery): string {
  const named = as === null ? "" : ` ${t("as “{as}”", { as })}`;
  switch (state) {
    case "sent":
      return t("{destination} accepted it{named}.", { destination, named });
    case "dry":
      return t(
        "It passed every gate and would have been sent{named}. The destination is a dry run, so it wasn't.",
        { named },
      );
    case "skipped":
    case "withheld":
      return t("It wasn't sent. {text}", { text: text ?? "" });
    case "dead":
      return t("{destination} didn't accept it, and Cairn stopped retrying.", { destination });
    case "queued":
      return text === null
        ? t("It is waiting to be sent{named}.", { named })
        : t("It wasn't accepted yet and will be retried{named}.", { named });
    case "waiting":
      return text ?? t("It is waiting to be sent.");
  }
}

/** The decision about a delivery, and the gate that made it. */
export function DeliveryGate({ delivery }: { delivery: ShownDelivery }) {
  const { id: project, time_zone: timeZone } = useProject();
  const { state, text, next_at: next, ended_at: ended, moved_to: moved, identifiers, corrections } = delivery;
  const answer = state === "dead" || state === "queued" ? text : null;
  return (
    <Card>
      <CardHeader title={t("Later changes")} />
      <CardBody className="grid grid-cols-1 gap-3">
        <p className="max-w-prose text-base text-ink">{sentenceOf(delivery)}</p>
        {answer === null ? null : (
          <p className="wrap-anywhere text-muted text-sm">
            <span className="font-medium text-ink">{t("Last response:")}</span> {answer}
          </p>
        )}
        <p className="text-muted text-sm">
          {next !== null
            ? rich("Next try {when}.", { when: <When at={next} /> })
            : ended !== null
              ? t("Ended {exactTime}.", { exactTime: exactTime(new Date(ended), timeZone) })
              : null}{" "}
          {identifiers.length > 0
            ? t("Identifiers: {identifierName}.", {
                identifierName: identifiers.map(identifierName).join(", "),
              })
            : null}
        </p>
        {moved === null ? null : (
          <Alert tone="warning" title={t("The install was attributed again since")}>
            {rich("The install was attributed again since this was sent. {value}{link}", {
              value: corrections.length > 0 ? null : <>{delivery.correction} </>,
              link:
                delivery.install_id === null ? null : (
                  <IntentLink
                    href={`/p/${project}/installs/${delivery.install_id}`}
                    className="rounded-sm underline underline-offset-4"
                  >
                    {t("See the decisions")}
                  </IntentLink>
                ),
            })}
          </Alert>
        )}
        {corrections.length === 0 ? null : (
          <section aria-labelledby="corrections" className="grid grid-cols-1 gap-1.5 text-sm">
            <h3 id="corrections" className="font-medium">
              {t("Corrections")}
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
