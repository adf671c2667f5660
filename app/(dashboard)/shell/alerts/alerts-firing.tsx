import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { When } from "@/components/ui/when";
import type { ShownAlert } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

const max = 4;

/** The firing alerts, above the figures they concern. */
export function AlertsFiring({ alerts }: { alerts: readonly ShownAlert[] }) {
  const { id } = useProject();
  if (alerts.length === 0) return null;
  const rest = alerts.length - max;
  return (
    <section aria-label={t("Alerts")}>
      <Alert
        tone="danger"
        title={alerts.length === 1 ? "1 alert" : t("{alerts} alerts", { alerts: alerts.length })}
      >
        <ul className="mt-1 grid gap-1.5">
          {alerts.slice(0, max).map((alert) => (
            <li key={alert.id} className="wrap-anywhere">
              {rich("{latest_text} Since {when}. <link>View alert<span> {name}</span></link>", {
                latest_text: alert.latest_text,
                when: <When at={alert.fired_at} />,
                name: alert.rule.name,
                span: (text) => <span className="sr-only">{text}</span>,
                link: (text) => (
                  <IntentLink
                    href={`/p/${id}/alerts/${alert.rule.id}`}
                    className="whitespace-nowrap font-medium text-ink underline underline-offset-4"
                  >
                    {text}
                  </IntentLink>
                ),
              })}
            </li>
          ))}
          {rest > 0 ? (
            <li>
              <IntentLink
                href={`/p/${id}/alerts`}
                className="font-medium text-ink underline underline-offset-4"
              >
                {t("{rest} more", { rest })}
              </IntentLink>
            </li>
          ) : null}
        </ul>
      </Alert>
    </section>
  );
}
