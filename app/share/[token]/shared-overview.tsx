"use client";

import { useState } from "react";
import { countryName } from "@/app/(dashboard)/country-name";
import { type FigureFormat, figureFormat, share } from "@/app/(dashboard)/figure-format";
import { oneFigure } from "@/app/(dashboard)/p/[project]/day-drawings";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Funnel } from "@/components/charts/funnel";
import { barRows, changeOf, funnelSteps } from "@/components/charts/prepare";
import { Ranked } from "@/components/charts/ranked";
import { Sparkline } from "@/components/charts/sparkline";
import { cn } from "@/components/cn";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Stat } from "@/components/stat";
import type { Column } from "@/components/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { networkOfCode } from "@/lib/campaigns/networks";
import { type MetricName, metrics } from "@/lib/reporting/metrics";
import { type MainFigure, mainFigures } from "@/lib/reporting/overview-schema";
import type { Shared } from "@/lib/reporting/shares/schema";
import { labelOf, meaningOf, trafficNames } from "@/lib/reporting/traffic";

type Overview = NonNullable<Shared["overview"]>;
type Props = { data: Shared; overview: Overview };
type CardProps = Props & { format: FigureFormat };

/** The overview as members see it, without what leads to rows and people. */
export function SharedOverview(props: Props) {
  const [figure, setFigure] = useState<MainFigure>(props.overview.figure);
  const card = { ...props, format: figureFormat(props.data.currency) };
  const { networks, countries, figure: ranked, only } = props.overview;
  const ofNetworks = networks.map(({ network, organic, value }) => ({
    label: organic ? "Organic" : network === null ? "No network" : (networkOfCode(network)?.label ?? network),
    value,
    color: organic ? "var(--chart-8)" : "var(--chart-1)",
  }));
  const ofCountries = countries.countries
    .slice(0, 8)
    .map(({ country, installs }) => ({ label: countryName(country), value: installs }));
  return (
    <>
      {only.length > 0 ? <p className="text-muted text-sm">Only {only.join(", ")}.</p> : null}
      <Tiles {...card} chosen={figure} onChoose={setFigure} />
      <Days {...card} figure={figure} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Ranking {...card} metric={ranked} of="Network" rows={ofNetworks} />
        <Ranking {...card} metric="installs" of="Country" rows={ofCountries} />
      </div>
      <Steps {...card} />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="px-1 font-semibold text-base">Top campaigns</h2>
        <Campaigns {...card} />
      </section>
    </>
  );
}

type TilesProps = CardProps & { chosen: MainFigure; onChoose: (figure: MainFigure) => void };

function Tiles({ data, overview, format, chosen, onChoose }: TilesProps) {
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4 xl:grid-cols-7">
      {mainFigures.map((name) => {
        const { total, over, previous, days } = overview.figures[name];
        const label = labelOf(name, overview.traffic);
        return (
          <Stat
            key={name}
            label={label}
            hint={meaningOf(name, overview.traffic)}
            value={format.full(metrics[name].unit, total)}
            change={changeOf(over, previous)}
            neutral={name === "spend" || name === "cost_per_install"}
            className={cn(
              "relative grid-rows-[auto_1fr_auto] bg-raised last:max-xl:col-span-2 hover:bg-sunken",
              chosen === name && "shadow-[inset_0_-2px_var(--chart-1)]",
            )}
          >
            <button
              type="button"
              aria-pressed={chosen === name}
              aria-label={`Show ${label} in the chart`}
              onClick={() => onChoose(name)}
              className="mt-1.5 block w-full rounded-sm after:absolute after:inset-0 after:content-['']"
            >
              <Sparkline
                values={days}
                growing={data.to === data.today}
                className={chosen === name ? "" : "text-faint"}
              />
            </button>
          </Stat>
        );
      })}
    </Card>
  );
}

function Days({ data, overview, format, figure }: CardProps & { figure: MainFigure }) {
  const label = labelOf(figure, overview.traffic);
  const title = `${label} by day`;
  const { legend, table, chart } = oneFigure({
    metric: figure,
    label,
    window: data,
    previous: overview.previous,
    today: data.today,
    series: overview.figures[figure],
    format,
  });
  return (
    <Card>
      <CardHeader title={title} description={meaningOf(figure, overview.traffic)} />
      <CardBody>
        <ChartFrame label={title} legend={legend} table={table}>
          {chart(`${title}. Use the arrow keys to move between days.`, [])}
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

type RankingProps = CardProps & {
  metric: MainFigure;
  of: string;
  rows: { label: string; value: number; color?: string }[];
};

function Ranking({ overview, format, metric, of, rows: counted }: RankingProps) {
  const rows = barRows(counted);
  const label = labelOf(metric, overview.traffic);
  const title = `${label} by ${of.toLowerCase()}`;
  const text = (row: { value: number }) => format.full(metrics[metric].unit, row.value);
  return (
    <Card>
      <CardHeader title={title} description={`${trafficNames[overview.traffic]} traffic.`} />
      <CardBody>
        {rows.length === 0 ? (
          <EmptyState title="Nothing in this period" className="py-8" />
        ) : (
          <ChartFrame
            label={title}
            table={{ heads: [of, label], rows: rows.map((row) => [row.label, text(row)]) }}
          >
            <Ranked label={title} rows={rows} text={text} />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}

function Steps({ overview: { funnel }, format }: CardProps) {
  const steps = funnelSteps([
    { label: metrics.clicks.label, value: funnel.clicks },
    { label: metrics.installs.label, value: funnel.installs },
    { label: metrics.signups.label, value: funnel.signups },
    { label: "Paying users", value: funnel.paying },
  ]);
  const title = "From click to payment";
  return (
    <Card>
      <CardHeader
        title={title}
        description="Campaign traffic only. Paying users signed up and paid in this period."
      />
      <CardBody>
        <Funnel label={title} steps={steps} count={(value) => format.full("count", value)} share={share} />
      </CardBody>
    </Card>
  );
}

type Campaign = Overview["campaigns"][number];

const shown = ["clicks", "installs", "signups", "revenue", "spend", "roas"] as const satisfies MetricName[];

function Campaigns({ overview, format }: CardProps) {
  const columns: Column<Campaign>[] = [
    {
      id: "name",
      header: "Campaign",
      cell: ({ name }) => <span className="block max-w-96 truncate font-medium">{name}</span>,
    },
    ...shown.map(
      (name): Column<Campaign> => ({
        id: name,
        header: metrics[name].label,
        hint: metrics[name].meaning,
        align: "end",
        cell: (row) => format.full(metrics[name].unit, row[name]),
      }),
    ),
  ];
  return (
    <DataTable
      label="Top campaigns"
      columns={columns}
      rows={overview.campaigns}
      rowId={(row) => `${overview.campaigns.indexOf(row)}`}
      empty={<EmptyState title="No campaign activity in this period" className="py-8" />}
    />
  );
}
