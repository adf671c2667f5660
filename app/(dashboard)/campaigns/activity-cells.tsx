import type { ReactNode } from "react";
import { type FigureUnit, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { Sparkline } from "@/components/charts/sparkline";
import { cn } from "@/components/cn";
import { numberText, shortDay } from "@/components/format";
import type { Column } from "@/components/table/table-state";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignActivity } from "@/lib/reporting/campaign/activity-schema";
import type { CampaignSummary } from "@/lib/reporting/campaign/list-schema";

type Row = CampaignActivity["campaigns"][number];

/** The figures load after the rows, into space reserved for them. */
export type CampaignActivityState = { data: CampaignActivity | undefined; failed: boolean; sort: string };

const none = <span className="text-faint">–</span>;

const figures = [
  { id: "spend", header: t("Spend"), unit: "money", width: "w-20" },
  { id: "clicks", header: t("Clicks"), unit: "count", width: "w-14" },
  { id: "installs", header: t("Installs"), unit: "count", width: "w-12" },
  {
    id: "cost_per_install",
    header: "CPI",
    hint: t("Cost per install."),
    unit: "money",
    width: "w-16",
  },
  { id: "revenue", header: t("Revenue"), unit: "money", width: "w-20" },
  { id: "roas", header: "ROAS", unit: "ratio", width: "w-14" },
] as const satisfies readonly { id: keyof Row["metrics"]; unit: FigureUnit; [more: string]: unknown }[];

export function activityColumns({ data, failed, sort }: CampaignActivityState): Column<Campaign>[] {
  const byId = new Map(data?.campaigns.map((row) => [row.id, row]));
  const cell = (width: string, show: (row: Row) => ReactNode) => (campaign: Campaign) => {
    const row = byId.get(campaign.id);
    return (
      <span className={cn("ms-auto block", width)}>
        {row ? show(row) : data || failed ? none : <Skeleton className="my-0.5 ms-auto w-10" />}
      </span>
    );
  };
  const onPhone = figures.find(({ id }) => id === sort.replace(/^-/, ""))?.id ?? "spend";
  // All rows have one scale, so that their lines can be compared.
  const highest = Math.max(1, ...(data?.campaigns ?? []).flatMap((row) => row.installs_by_day));
  const full = data ? figureFormat(data.currency).full : () => "";
  return [
    ...figures.map(
      ({ id, header, unit, width, ...more }): Column<Campaign> => ({
        id,
        header,
        align: "end",
        sort: "desc",
        // A phone has space for one figure: the one that sorts the list.
        wide: id !== onPhone,
        ...more,
        cell: cell(width, ({ metrics }) =>
          id === "cost_per_install" && metrics.installs === 0 ? noInstalls : full(unit, metrics[id]),
        ),
      }),
    ),
    {
      id: "trend",
      header: t("14 days"),
      hint: t("Installs of each of the last 14 days. All lines have one scale."),
      wide: true,
      cell: cell("w-20", ({ installs_by_day: days }) => <Trend days={days} highest={highest} />),
    },
    {
      id: "last_click",
      header: t("Last click"),
      hint: t("The last day with a click, in the last 90 days."),
      hidden: true,
      align: "end",
      cell: cell("w-16", ({ last_click_day: day }) => (day === null ? none : shortDay(day))),
    },
  ];
}

/** The figures of all matching campaigns, by column. */
export function campaignTotalCells(summary: CampaignSummary | undefined): Record<string, ReactNode> {
  if (!summary) return {};
  const { full } = figureFormat(summary.currency);
  return Object.fromEntries(figures.map(({ id, unit }) => [id, full(unit, summary.figures[id].total)]));
}

const noInstalls = <span className="whitespace-nowrap text-faint text-xs">{t("No installs")}</span>;

function Trend({ days, highest }: { days: number[]; highest: number }) {
  const total = days.reduce((sum, count) => sum + count, 0);
  if (total === 0) return noInstalls;
  return (
    <span
      role="img"
      aria-label={t("{total} installs in 14 days, {days} of them today", {
        total: numberText(total),
        days: numberText(days.at(-1) ?? 0),
      })}
      className="block"
    >
      <Sparkline values={days} highest={highest} growing className="h-6" />
    </span>
  );
}
