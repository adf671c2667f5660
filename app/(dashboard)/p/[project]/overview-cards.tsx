"use client";

import { type FigureFormat, share } from "@/app/(dashboard)/figure-format";
import { useProject } from "@/app/(dashboard)/session";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Funnel } from "@/components/charts/funnel";
import { barRows, funnelSteps } from "@/components/charts/prepare";
import { Ranked } from "@/components/charts/ranked";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { networkOfCode } from "@/lib/campaigns/networks";
import { type MetricName, metrics } from "@/lib/reporting/metrics";
import type { OverviewData } from "@/lib/reporting/overview-schema";
import { drillDown } from "./drill-down";
import { Figure } from "./figure";

type CardProps = { data: OverviewData; format: FigureFormat };

const networkName = (code: string) => networkOfCode(code)?.label ?? code;

export function Networks({ data, format }: CardProps) {
  const { id: project } = useProject();
  const where = { project, from: data.from, to: data.to };
  const all = drillDown({ metric: "installs" }, where);
  const isAll = data.traffic === "all";
  const rows = barRows(
    data.networks.map(({ network, organic, installs }) => ({
      label: organic ? "Organic" : network === null ? "No network" : networkName(network),
      value: installs,
      color: organic ? "var(--chart-8)" : "var(--chart-1)",
      href: organic
        ? drillDown({ metric: "installs" }, { ...where, campaign: "organic" })
        : network === null
          ? undefined
          : `${all}&network=${network}`,
    })),
  );
  const percent = (row: { share: number | null }) => (row.share === null ? "–" : share(row.share));
  return (
    <Card>
      <CardHeader
        title="Installs by network"
        description={
          isAll
            ? "All traffic. Organic: no campaign. No network: your own links."
            : "Paid traffic. No network: your own links."
        }
      />
      <CardBody>
        {rows.length === 0 ? (
          <EmptyState title="No installs in this period" className="py-8" />
        ) : (
          <ChartFrame
            label="Installs by network"
            table={{
              heads: ["Network", "Installs", "Share"],
              rows: rows.map((row) => [row.label, format.full("count", row.value), percent(row)]),
            }}
          >
            <Ranked
              label="Installs by network"
              rows={rows}
              text={(row) => `${format.full("count", row.value)} · ${percent(row)}`}
            />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}

export function FunnelCard({ data, format }: CardProps) {
  const { clicks, installs, signups, paying } = data.funnel;
  const { id: project } = useProject();
  const place = { project, campaign: "inorganic", from: data.from, to: data.to };
  const step = (metric: "clicks" | "installs" | "signups", value: number) => ({
    label: metrics[metric].label,
    value,
    href: value > 0 ? drillDown({ metric }, place) : undefined,
  });
  const steps = funnelSteps([
    step("clicks", clicks),
    step("installs", installs),
    step("signups", signups),
    { label: "Paying users", value: paying },
  ]);
  return (
    <Card>
      <CardHeader
        title="From click to payment"
        description="Campaign traffic only. Paying users signed up and paid in this period."
      />
      <CardBody>
        <Funnel
          label="From click to payment"
          steps={steps}
          count={(value) => format.full("count", value)}
          share={share}
        />
      </CardBody>
    </Card>
  );
}

type TopCampaign = OverviewData["campaigns"][number];

const shown = ["clicks", "installs", "signups", "revenue", "spend", "roas"] as const satisfies MetricName[];

export function Bringers({ data, format }: CardProps) {
  const { id: project } = useProject();
  const where = { project, from: data.from, to: data.to };
  const columns: Column<TopCampaign>[] = [
    {
      id: "name",
      header: "Campaign",
      cell: ({ id, name, deleted, network }) => (
        <span className="flex max-w-96 items-center gap-2">
          {deleted ? (
            <span className="truncate text-muted" title={name}>
              {name}
            </span>
          ) : (
            <IntentLink
              href={`/p/${project}/campaigns/${id}`}
              title={name}
              className="truncate rounded-sm font-medium hover:underline"
            >
              {name}
            </IntentLink>
          )}
          {deleted ? <Badge>Deleted</Badge> : null}
          {network === null ? null : (
            <Badge tone="outline" className="max-sm:hidden">
              {networkName(network)}
            </Badge>
          )}
        </span>
      ),
    },
    ...shown.map(
      (name): Column<TopCampaign> => ({
        id: name,
        header: metrics[name].label,
        hint: metrics[name].meaning,
        align: "end",
        cell: (row) => (
          <Figure href={drillDown({ metric: name }, { ...where, campaign: row.id })}>
            {format.full(metrics[name].unit, row[name])}
          </Figure>
        ),
      }),
    ),
  ];
  return (
    <DataTable
      label="Top campaigns"
      columns={columns}
      rows={data.campaigns}
      rowId={(row) => String(row.id)}
      empty={<EmptyState title="No campaign activity in this period" className="py-8" />}
    />
  );
}
