"use client";

import { SearchX, Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import {
  type Compare,
  chosenComparison,
  type DayWindow,
  type WindowState,
} from "@/app/(dashboard)/shell/dates/window";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { CardSkeleton, NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { EmptyState } from "@/components/empty-state";
import { fullDay, shortDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { Card, CardBody } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Stat } from "@/components/ui/stat";
import { eachDay } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { NetworkBudgets } from "./network-budgets";
import { spendLineColumns, useSpendLines } from "./spend-lines";
import { UnmatchedSpend } from "./unmatched";

const StackedChart = dynamic(
  () => import("@/components/charts/stacked-chart").then((module) => module.StackedChart),
  { ssr: false, loading: () => <Skeleton className="h-[220px] w-full rounded-md" /> },
);

const maxShown = 200;
const paid = { by: "campaign", sort_field: "spend", sort_order: "descending", traffic: "paid" } as const;

type SpendCampaignsProps = {
  address: WindowState & { compare: Compare };
  window: DayWindow;
  /** What a project without spend can do. */
  entries: ReactNode;
};

/** The spend of a period: its total, its networks, and its campaigns with what they brought. */
export function SpendCampaigns({ address, window, entries }: SpendCampaignsProps) {
  const { id, currency } = useProject();
  const project = at("/projects/:project", { project: id });
  const groups = child(project, "/report/groups");
  const days = { from: window.from, to: window.to };
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(groups, { ...paid, ...days, limit: maxShown }),
    { keepPrevious: true },
  );
  const compare = chosenComparison(address);
  const changes = useGet(
    compare === "none"
      ? null
      : withQuery(child(project, "/report/changes"), { ...days, by: "campaign", traffic: "paid", compare }),
  );
  const { full } = figureFormat(currency);
  const total = data?.total?.spend ?? null;
  const rows = data?.rows.filter(({ metrics }) => metrics.spend !== null && metrics.spend !== 0);
  const { lines, toggle } = useSpendLines(rows, days);
  // The figures wait for the unmatched spend above them, which would push them down.
  const pulls = useGet(child(project, "/spend/pulls"));
  if (!pulls.data && !pulls.error) {
    return (
      <>
        <CardSkeleton className="h-71" />
        <CardSkeleton className="h-96" />
      </>
    );
  }
  return (
    <>
      <UnmatchedSpend />
      <Card className="grid grid-cols-1 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid content-start max-lg:grid-cols-3 lg:border-e">
          <Stat
            label={t("Spend")}
            hint={t("All ad spend of these days, as reports count it.")}
            value={data && full("money", total)}
            change={changes.data?.total?.spend ?? null}
            neutral
          />
          <Stat
            label="CPI"
            hint={t("Cost per install.")}
            value={data && full("money", data.total?.cost_per_install ?? null)}
          />
          <Stat
            label="ROAS"
            hint={t("Revenue divided by spend.")}
            value={data && full("ratio", data.total?.roas ?? null)}
          />
        </div>
        <CardBody className="min-w-0">
          <SpendByNetwork days={days} />
        </CardBody>
      </Card>
      <DataTable
        label={t("Spend by campaign")}
        columns={spendLineColumns({ project: id, currency, total, days, toggle })}
        rows={lines}
        rowId={({ key }) => key}
        totals={{ name: t("Total"), spend: full("money", total), share: total ? percentText(1) : "" }}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            icon={total === 0 ? Wallet : SearchX}
            title={t("No spend in this period")}
            actions={entries}
          >
            {t(
              "Upload a network's export, add spend manually, connect an ad account or use the API. Reports then show cost per install and return on ad spend.",
            )}
          </EmptyState>
        }
      />
      {data && rows?.length === maxShown && data.pagination.total > maxShown ? (
        <p className="text-muted text-xs">
          {rich("Showing the {maxShown} campaigns with the most spend. The <link>report</link> lists all.", {
            maxShown,
            link: (text) => (
              <IntentLink href={`/p/${id}/report`} className="rounded-sm underline">
                {text}
              </IntentLink>
            ),
          })}
        </p>
      ) : null}
      <NetworkBudgets />
    </>
  );
}

/** The report draws at most this many lines. */
const maxNetworks = 5;
const colors = [1, 2, 3, 4, 5].map((n) => `var(--chart-${n})`);

function SpendByNetwork({ days }: { days: DayWindow }) {
  const { id, currency } = useProject();
  const { data, error, refetch } = useGet(
    withQuery(at("/projects/:project/report/lines", { project: id }), {
      ...days,
      metric: "spend",
      by: "network",
      traffic: "paid",
    }),
    { keepPrevious: true },
  );
  if (error && !data) return <NotLoaded error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-[257px] w-full rounded-md" />;
  const { full, short } = figureFormat(currency);
  const x = eachDay(data.from, data.to);
  const lines = data.lines.map(({ label, days: values }, i) => ({
    label,
    color: colors[i % colors.length]!,
    values,
    points: timePoints({ x, values: values.map((value) => value ?? 0) }),
  }));
  return (
    <ChartFrame
      label={t("Spend by day and network")}
      legend={
        <>
          {lines.map(({ label, color }) => (
            <Legend key={label} color={color}>
              {label}
            </Legend>
          ))}
          {lines.length === maxNetworks ? <span>{t("The five networks with the most spend.")}</span> : null}
        </>
      }
      table={{
        headers: [t("Day"), ...lines.map(({ label }) => label)],
        rows: x
          .map(
            (day, i) =>
              [fullDay(day), ...lines.map(({ values }) => full("money", values[i] ?? null))] as const,
          )
          .reverse(),
      }}
    >
      <StackedChart
        label={t("Spend by day and network. Use the arrow keys to move between days.")}
        lines={lines}
        x={shortDay}
        y={(value) => short("money", value)}
        fullX={fullDay}
        fullY={(value) => full("money", value)}
        height={220}
      />
    </ChartFrame>
  );
}
