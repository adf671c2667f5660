"use client";

import { ChartSpline } from "lucide-react";
import Link from "next/link";
import { ColumnTable, GapNote } from "@/app/(dashboard)/report/mix-models/columns";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ShowSql, type SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Combobox } from "@/components/fields/combobox";
import { Select } from "@/components/fields/select";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, urlText, useUrlState } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import {
  isMoneyKpi,
  type MixModelData,
  type MixModelFormat,
  type MixModelKpi,
  mixModelFormats,
  mixModelKpis,
} from "@/lib/reporting/mix-model/schema";

const periods = {
  "182": t("Last 6 months"),
  "364": t("Last year"),
  "728": t("Last 2 years"),
  "1092": t("Last 3 years"),
};

const codecs = {
  format: urlChoice<MixModelFormat>(["meridian", "robyn"], "meridian"),
  every: urlChoice(["week", "day"] as const, "week"),
  geo: urlChoice(["national", "country"] as const, "national"),
  kpi: urlChoice<MixModelKpi>(Object.keys(mixModelKpis) as MixModelKpi[], "installs"),
  country: urlText(),
  period: urlChoice(Object.keys(periods), "728"),
};

const any = "any";
const countryOptions = [{ value: any, label: t("All countries") }, ...listedCountries];
const byCountry = "by";
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Days or weeks of networks, and of the KPI, as the report's SQL. */
function sqlChoicesOf(project: number, { days, every, kpi }: MixModelData): [SqlChoice, ...SqlChoice[]] {
  const path = at("/projects/:project/report/sql", { project });
  const choice = (label: string, by: string, columns: string): SqlChoice => ({
    label,
    request: withQuery(path, { ...days, by, columns }),
  });
  return [
    choice("KPI", every, isMoneyKpi(kpi) ? kpi : `${kpi},total_revenue`),
    choice(t("Media by network"), `${every},network`, "spend,network_impressions,clicks"),
    choice(t("By country"), `${every},country`, `${kpi},spend`),
  ];
}

export default function MixModelsPage() {
  const { id, time_zone: timeZone } = useProject();
  const [state, setState] = useUrlState(codecs);
  const { format, every, geo, kpi, country, period } = state;
  const today = dayIn(timeZone, new Date());
  const query = {
    format,
    every,
    geo,
    kpi,
    from: addDays(today, -Number(period)),
    ...(country && { country }),
  };
  const path = at("/projects/:project/mix-model", { project: id });
  const described = useGet(withQuery(path, query), { keepPrevious: true, staleTime: 0 });
  const hasRows = described.data !== undefined && described.data.days !== null;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Mix models")}
        description="A file of your spend and results that a marketing mix model reads. It shows what each network adds, without tracking single users."
        actions={
          hasRows && described.data ? (
            <>
              <ShowSql choices={sqlChoicesOf(id, described.data)} />
              <ExportCsv file={withQuery(child(path, "/export.csv"), query)} />
            </>
          ) : null
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t("Program")}
          options={[
            { value: "meridian", label: t("Meridian") },
            { value: "robyn", label: t("Robyn") },
          ]}
          value={format}
          onValueChange={(next) =>
            setState({ format: next, ...(next === "robyn" ? { geo: "national" } : {}) })
          }
        />
        <Segmented
          label={t("Rows by")}
          options={[
            { value: "week", label: t("Week") },
            { value: "day", label: t("Day") },
          ]}
          value={every}
          onValueChange={(next) => setState({ every: next })}
        />
        <Select
          size="sm"
          aria-label="KPI"
          className="w-auto"
          value={kpi}
          options={optionsOf(mixModelKpis)}
          onValueChange={(next) => setState({ kpi: next as MixModelKpi })}
        />
        <Select
          size="sm"
          aria-label={t("Period")}
          className="w-auto"
          value={period}
          options={optionsOf(periods)}
          onValueChange={(next) => setState({ period: next })}
        />
        <Combobox
          aria-label={t("Country")}
          className="h-7 w-auto max-w-52 text-xs max-sm:text-xs"
          searchPlaceholder={t("Search countries")}
          value={geo === "country" ? byCountry : country || any}
          options={
            format === "meridian"
              ? [{ value: byCountry, label: t("A row for each country") }, ...countryOptions]
              : countryOptions
          }
          onValueChange={(next) =>
            setState({
              geo: next === byCountry ? "country" : "national",
              country: next === byCountry || next === any ? "" : next,
            })
          }
        />
      </div>
      <FiguresFrame query={described}>{(data) => <File data={data} project={id} />}</FiguresFrame>
    </div>
  );
}

function File({ data, project }: { data: MixModelData; project: number }) {
  const { days, rows, countries, columns, format, every } = data;
  if (days === null || !columns.some(({ role }) => role === "spend"))
    return (
      <Card>
        <EmptyState
          icon={ChartSpline}
          title={t("No spend in this period")}
          actions={
            <Button asChild variant="primary">
              <Link href={`/p/${project}/spend/sources`}>{t("See spend sources")}</Link>
            </Button>
          }
        >
          {t(
            "A mix model compares the spend of networks with results. Connect an ad account, or upload its spend.",
          )}
        </EmptyState>
      </Card>
    );
  const { full } = figureFormat(data.currency);
  const isMoney = isMoneyKpi(data.kpi);
  const leftOut = [
    ...(data.left_out.spend ? [t("{spend} of spend", { spend: full("money", data.left_out.spend) })] : []),
    ...(data.left_out.kpi
      ? [`${full(isMoney ? "money" : "count", data.left_out.kpi)} ${isMoney ? t("of revenue") : data.kpi}`]
      : []),
  ];
  const name = mixModelFormats[format];
  return (
    <>
      {data.negative > 0 ? (
        <Alert tone="warning" title={t("Refunds exceed payments in some rows")}>
          {t(
            "{negative, plural, one {# row has} other {# rows have}} a KPI below zero, which Meridian rejects. Choose weeks instead of days, or another KPI.",
            { negative: data.negative },
          )}
        </Alert>
      ) : null}
      <GapNote data={data} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Card>
          <CardHeader
            title={t("Columns")}
            description={t(
              "{days}, {rows, plural, one {# row} other {# rows}} by {every}{countries}. Totals equal the report of these days.",
              {
                days: windowText(days),
                rows,
                every,
                countries:
                  countries.length > 0
                    ? ` ${t("and country ({countries})", { countries: countries.length })}`
                    : "",
              },
            )}
          />
          <ColumnTable columns={columns} format={full} isMoney={isMoney} />
          {leftOut.length > 0 ? (
            <p className="border-t px-5 py-3 text-muted text-xs">
              {t("Not in the file, because it has no country: {leftOut}.", { leftOut: leftOut.join(", ") })}
            </p>
          ) : null}
        </Card>
        <Card>
          <CardHeader
            title={t("Load it into {name}", { name })}
            description={
              format === "meridian"
                ? t("For Python. It names the columns of this file.")
                : t("For R. It names the columns of this file.")
            }
          />
          <CardBody>
            <CodeBlock title={format === "meridian" ? t("Python") : "R"} code={data.loader} />
          </CardBody>
        </Card>
      </div>
    </>
  );
}
