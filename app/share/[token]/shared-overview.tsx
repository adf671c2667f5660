"use client";

import { useState } from "react";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ComparedNote } from "@/app/(dashboard)/shell/figures/compared-note";
import { figureByDay } from "@/app/(dashboard)/shell/figures/day-drawings";
import { FigureTiles } from "@/app/(dashboard)/shell/figures/figure-tiles";
import { networkText } from "@/app/(dashboard)/shell/figures/focus";
import { FunnelCard } from "@/app/(dashboard)/shell/figures/funnel-card";
import { RankedCard } from "@/app/(dashboard)/shell/figures/ranked-card";
import { ChartFrame } from "@/components/charts/chart-frame";
import { EmptyState } from "@/components/empty-state";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { SharedContent } from "@/lib/activity/shares/schema";
import { t } from "@/lib/base/languages/texts";
import { type MetricName, metrics } from "@/lib/reporting/metrics/metrics";
import { revenueSourceOf } from "@/lib/reporting/metrics/revenue-sources";
import { metricLabel, metricMeaning, trafficNames } from "@/lib/reporting/metrics/traffic";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import type { OverviewFigure } from "@/lib/reporting/overview/names";
import { noValueFilter, organicNetwork } from "@/lib/reporting/overview/names";

const shownCountries = 8;

type Overview = NonNullable<SharedContent["overview"]>;
type Props = { data: SharedContent; overview: Overview };
type CardProps = Props & { format: FigureFormat };

/** The members' overview without links to rows and people. */
export function SharedOverview(props: Props) {
  const [figure, setFigure] = useState<OverviewFigure>(props.overview.figure);
  const { data, overview } = props;
  const { networks, countries, funnel, traffic, only } = overview;
  const format = figureFormat(data.currency);
  const card = { ...props, format };
  const description = t("{trafficName} traffic.", { trafficName: trafficNames[traffic] });
  const ofNetworks = networks.map(({ network, organic, value }) => ({
    label: networkText(organic ? organicNetwork : (network ?? noValueFilter)),
    value,
    color: organic ? "var(--chart-8)" : "var(--chart-1)",
  }));
  return (
    <>
      {only.length > 0 ? (
        <p className="text-muted text-sm">{t("Only {only}.", { only: only.join(", ") })}</p>
      ) : null}
      <div className="grid grid-cols-1 gap-2">
        <FigureTiles
          data={overview}
          format={format}
          growing={data.to === data.today}
          revenue={revenueSourceOf(overview.figure) ?? "purchases"}
          chosen={figure}
          onChoose={setFigure}
        />
        <ComparedNote data={{ ...data, compared: overview.compared }} />
      </div>
      <Days {...card} figure={figure} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <RankedCard
          data={overview}
          format={format}
          of={t("Network")}
          description={description}
          rows={ofNetworks}
        />
        <RankedCard
          data={overview}
          format={format}
          of={t("Country")}
          description={description}
          most={shownCountries}
          rows={countries.map(({ country, value }) => ({ label: countryLabel(country), value }))}
        />
      </div>
      <FunnelCard funnel={funnel} format={format} />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="px-1 font-semibold text-base">{t("Top campaigns")}</h2>
        <Campaigns {...card} />
      </section>
    </>
  );
}

function Days({ data, overview, format, figure }: CardProps & { figure: OverviewFigure }) {
  const label = metricLabel(figure, overview.traffic);
  const title = t("{label} by day", { label });
  const { legend, table, chart } = figureByDay({
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
      <CardHeader title={title} description={metricMeaning(figure, overview.traffic)} />
      <CardBody>
        <ChartFrame label={title} legend={legend} table={table}>
          {chart(t("{title}. Use the arrow keys to move between days.", { title }), [])}
        </ChartFrame>
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
      header: t("Campaign"),
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
      label={t("Top campaigns")}
      columns={columns}
      rows={overview.campaigns}
      rowId={(row) => `${overview.campaigns.indexOf(row)}`}
      empty={<EmptyState title={t("No campaign activity in this period")} className="py-8" />}
    />
  );
}
