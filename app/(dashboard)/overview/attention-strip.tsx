import { ChevronDown, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { When } from "@/components/ui/when";
import type { AttentionItem } from "@/lib/activity/attention/schema";
import type { ShownAlert } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import { attentionText } from "./attention-text";

type AttentionStripProps = { alerts: readonly ShownAlert[]; items: readonly AttentionItem[] };

/** Active alerts and problems that make figures incomplete or wrong: one line, which opens to the list. */
export function AttentionStrip({ alerts, items }: AttentionStripProps) {
  const [open, setOpen] = useState(false);
  const count = alerts.length + items.length;
  if (count === 0) return null;
  const first = alerts[0]?.latest_text ?? (items[0] ? attentionText(items[0]).sentence : "");
  return (
    <section
      aria-label={t("Needs attention")}
      className={cn(
        "overflow-hidden rounded-lg border text-sm",
        alerts.length > 0 ? "border-danger/25 bg-danger-soft" : "border-warning/25 bg-warning-soft",
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-8.5 w-full items-center gap-2.5 px-3.5 text-start"
      >
        <TriangleAlert
          aria-hidden="true"
          className={cn("size-4 shrink-0", alerts.length > 0 ? "text-danger" : "text-warning")}
        />
        <span className="shrink-0 font-medium">{titleOf(alerts.length, items.length)}</span>
        <span className="min-w-0 flex-1 truncate text-muted">{open ? "" : first}</span>
        <ChevronDown
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-faint transition-transform", open && "rotate-180")}
        />
      </button>
      {open ? (
        <ul className="grid gap-1.5 border-t px-3.5 py-2.5 text-muted">
          {alerts.map((alert) => (
            <Line key={`alert ${alert.id}`} path={`alerts/${alert.rule.id}`} link={t("View alert")}>
              {rich("{latest_text} Since {when}{text}", {
                latest_text: alert.latest_text,
                when: <When at={alert.fired_at} />,
                text: alert.text === alert.latest_text ? "." : t(", then: {text}", { text: alert.text }),
              })}
            </Line>
          ))}
          {items.map((item) => {
            const { sentence, link, path, since } = attentionText(item);
            return (
              <Line key={item.kind} path={path} link={link}>
                {sentence}
                {item.since && since ? (
                  <>
                    {" "}
                    {since} <When at={item.since} />.
                  </>
                ) : null}
              </Line>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}

function titleOf(alerts: number, items: number): string {
  const ofAlerts = alerts === 1 ? "1 alert" : t("{alerts} alerts", { alerts });
  const ofItems = items === 1 ? "1 problem" : t("{items} problems", { items });
  return [alerts > 0 ? ofAlerts : "", items > 0 ? ofItems : ""].filter(Boolean).join(", ");
}

function Line({ path, link, children }: { path: string; link: string; children: ReactNode }) {
  const { id } = useProject();
  return (
    <li className="wrap-anywhere">
      {children}{" "}
      <IntentLink
        href={`/p/${id}/${path}`}
        className="whitespace-nowrap font-medium text-ink underline underline-offset-4"
      >
        {link}
      </IntentLink>
    </li>
  );
}
