import { factNames } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { FactRows } from "@/app/(dashboard)/shell/facts/fact-cells";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

/** These deliveries are shown among the alerts and the scheduled reports. */
const ofAlerts: ReadonlySet<string> = new Set(["alert", "alert_resolved", "report"]);

const link = "rounded-sm underline underline-offset-2";

/** The subject of the delivery, with a link to it. */
export function DeliveryFacts({ delivery }: { delivery: ShownDelivery }) {
  const { id: project, time_zone: timeZone } = useProject();
  const { fact, fact_id: id, user_id: user } = delivery;
  const base = `/p/${project}`;
  // Each list is filtered by the user, whose rows include the fact.
  const list = { signup: "sign-ups", event: "events", payment: "payments", refund: "payments" }[
    fact as string
  ];
  const name = factNames[fact];
  return (
    <Card>
      <CardHeader title={t("What happened")} />
      <CardBody className="grid grid-cols-1 gap-4">
        <FactRows
          rows={[
            [
              t("Conversion"),
              list && user ? (
                <IntentLink
                  key="fact"
                  href={`${base}/${list}?user=${encodeURIComponent(user)}`}
                  className={link}
                >
                  {name}
                </IntentLink>
              ) : ofAlerts.has(fact) ? (
                <IntentLink key="fact" href={`${base}/alerts`} className={link}>
                  {name}
                </IntentLink>
              ) : fact === "apple_postback" ? (
                <IntentLink key="fact" href={`${base}/ios/postbacks/${id}`} className={link}>
                  {name}
                </IntentLink>
              ) : (
                name
              ),
            ],
            [t("Happened"), exactTime(new Date(delivery.fact_at), timeZone)],
            [
              t("Destination"),
              <IntentLink
                key="destination"
                href={`${base}/destinations/${delivery.destination_id}`}
                className={link}
              >
                {delivery.destination}
              </IntentLink>,
            ],
            [
              t("Sent as"),
              delivery.sent_as && (
                <code key="as" className="font-mono text-xs">
                  {delivery.sent_as}
                </code>
              ),
            ],
            [
              t("User"),
              user && (
                <code key="user" className="font-mono text-xs">
                  {user}
                </code>
              ),
            ],
            [
              t("Install"),
              delivery.install_id && (
                <IntentLink
                  key="install"
                  href={`${base}/installs/${delivery.install_id}`}
                  className={`${link} font-mono text-xs`}
                >
                  {shortId(delivery.install_id)}
                </IntentLink>
              ),
            ],
            [
              t("Corrects"),
              delivery.corrects && (
                <IntentLink
                  key="corrects"
                  href={`${base}/deliveries/${delivery.corrects}`}
                  className={`${link} font-mono text-xs`}
                >
                  {shortId(delivery.corrects)}
                </IntentLink>
              ),
            ],
            [
              t("Decision"),
              delivery.decision_version === null
                ? null
                : t("Version {decision_version}", { decision_version: delivery.decision_version }),
            ],
          ]}
        />
        <Id label={t("Fact ID")} value={id} />
        <Id label={t("Event UID, which repeats share")} value={delivery.event_uid} />
        <Id label={t("Delivery ID")} value={delivery.id} />
      </CardBody>
    </Card>
  );
}

const Id = ({ label, value }: { label: string; value: string }) => (
  <div className="grid grid-cols-1 gap-1">
    <span className="text-muted text-xs">{label}</span>
    <Copyable value={value} label={t("Copy: {label}", { label })} className="w-full" />
  </div>
);
