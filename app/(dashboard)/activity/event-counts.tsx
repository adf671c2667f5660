import { Zap } from "lucide-react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import type { EventCount } from "@/lib/activity/lists/events/schema";
import { t } from "@/lib/base/languages/texts";

/** How often each event occurred. A name opens its events. */
export function EventCounts({ days }: { days: DayWindow }) {
  const { id: project, currency } = useProject();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(at("/projects/:project/events/counts", { project }), days),
    { keepPrevious: true },
  );
  const names = data?.names ?? [];
  const total = names.reduce((sum, { count }) => sum + count, 0);
  const max = Math.max(1, ...names.map(({ count }) => count));
  const { full } = figureFormat(currency);
  const columns: Column<EventCount>[] = [
    {
      id: "name",
      header: t("Event"),
      cell: ({ name }) => {
        const href = drillDown({ event: name }, { project, ...days });
        const style = "block max-w-72 truncate rounded-sm font-medium max-sm:max-w-40";
        return href === undefined ? (
          <span className={style} title={t("Events with further names")}>
            {name}
          </span>
        ) : (
          <IntentLink href={href} className={cn(style, "hover:underline")} title={name}>
            {name}
          </IntentLink>
        );
      },
    },
    {
      id: "count",
      header: t("Events"),
      hint: t("How often the event occurred, without test devices."),
      align: "end",
      cell: ({ count }) => numberText(count),
    },
    {
      id: "share",
      header: t("Share"),
      hint: t("Share of all events in this period."),
      wide: true,
      cell: ({ count }) => (
        <span className="flex items-center gap-3">
          <span aria-hidden="true" className="h-1.5 w-32 overflow-hidden rounded-full bg-pressed">
            <span
              className="block h-full rounded-full bg-chart-1"
              style={{ width: `${(100 * count) / max}%` }}
            />
          </span>
          <span className="num text-muted text-xs">{percentText(count / total)}</span>
        </span>
      ),
    },
    {
      id: "amount",
      header: t("Amount"),
      hint: t("The sum of the events' amounts. It isn't counted as revenue."),
      align: "end",
      cell: ({ amount_minor: amount }) => (amount === 0 ? noValueDash : full("money", amount)),
    },
  ];
  return (
    <DataTable
      label={t("Events by name")}
      summary={data ? t("{total, plural, one {# event} other {# events}}", { total }) : ""}
      columns={columns}
      rows={data?.names}
      rowId={({ name }) => name}
      busy={isPlaceholderData}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState icon={Zap} title={t("No events in this period")} actions={<FirstFact />}>
          {t("Events appear here the moment a signed-in user triggers one (capture-event).")}
        </EmptyState>
      }
    />
  );
}
