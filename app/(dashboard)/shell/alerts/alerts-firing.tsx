import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { When } from "@/components/ui/when";
import type { ShownAlert } from "@/lib/alerts/rules/schema";

const max = 4;

/** The firing alerts, above the figures they concern. */
export function AlertsFiring({ alerts }: { alerts: readonly ShownAlert[] }) {
  const { id } = useProject();
  if (alerts.length === 0) return null;
  const rest = alerts.length - max;
  return (
    <section aria-label="Alerts">
      <Alert tone="danger" title={alerts.length === 1 ? "1 alert" : `${alerts.length} alerts`}>
        <ul className="mt-1 grid gap-1.5">
          {alerts.slice(0, max).map((alert) => (
            <li key={alert.id} className="wrap-anywhere">
              {alert.latest_text} Since <When at={alert.fired_at} />.{" "}
              <IntentLink
                href={`/p/${id}/alerts/${alert.rule.id}`}
                className="whitespace-nowrap font-medium text-ink underline underline-offset-4"
              >
                View alert<span className="sr-only"> {alert.rule.name}</span>
              </IntentLink>
            </li>
          ))}
          {rest > 0 ? (
            <li>
              <IntentLink
                href={`/p/${id}/alerts`}
                className="font-medium text-ink underline underline-offset-4"
              >
                {rest} more
              </IntentLink>
            </li>
          ) : null}
        </ul>
      </Alert>
    </section>
  );
}
