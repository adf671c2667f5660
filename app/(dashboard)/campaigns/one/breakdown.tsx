"use client";

import { ArrowUpRight, Layers } from "lucide-react";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { reportHref } from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { notBrokenDown } from "@/lib/ledger/country";
import { type MetricName, metrics } from "@/lib/reporting/metrics/metrics";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import type { Breakdown as BreakdownData, TableFigures } from "@/lib/reporting/table/schema";
import { useCampaignPeriod } from "./period";

const levels = ["ad_set", "creative", "keyword", "country", "platform"] as const;
type Level = (typeof levels)[number];

const codecs = { by: urlChoice<Level>(levels, "ad_set") };

const names: Record<Level, { label: string; one: string; none: string }> = {
  ad_set: { label: t("Ad sets"), one: t("Ad set"), none: t("No ad sets in this period") },
  creative: { label: t("Creatives"), one: t("Creative"), none: t("No creatives in this period") },
  keyword: { label: t("Keywords"), one: t("Keyword"), none: t("No keywords in this period") },
  country: { label: t("Countries"), one: t("Country"), none: t("No activity in this period") },
  platform: { label: t("Platforms"), one: t("Platform"), none: t("No activity in this period") },
};

const shown = [
  ...(["clicks", "installs", "signups", "conversion"] as const),
  ...(["spend", "revenue", "roas", "cost_per_install"] as const),
] satisfies MetricName[];

type Row = Pick<TableFigures, "metrics"> & { key: string; name: string; parent: string | null };

function rowsOf({ campaign, countries, platforms }: BreakdownData, level: Level): Row[] {
  if (level === "platform")
    return platforms.map(({ platform, metrics: all }) => ({
      key: platform,
      name: platform === "" ? notBrokenDown : (platformNames[platform] ?? platform),
      parent: null,
      metrics: all,
    }));
  if (level === "country")
    return countries.map(({ country, metrics: all }) => ({
      key: country,
      name: countryLabel(country),
      parent: null,
      metrics: all,
    }));
  if (level === "ad_set") return campaign.children.map((row) => ({ ...row, parent: null }));
  return campaign.children
    .flatMap((adSet) =>
      adSet.children.flatMap((leaf) => (leaf.level === level ? [{ ...leaf, parent: adSet.name }] : [])),
    )
    .sort((a, b) => (b.metrics.installs ?? 0) - (a.metrics.installs ?? 0));
}

export function CampaignBreakdown({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { id: project } = useProject();
  const [{ by }, setAddress] = useUrlState(codecs);
  const { days } = useCampaignPeriod();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(child(path, "/:campaign/breakdown", { campaign: campaign.id }), days ?? {}),
    { keepPrevious: true },
  );
  const format = figureFormat(data?.currency ?? "USD");
  const columns: Column<Row>[] = [
    {
      id: "name",
      header: names[by].one,
      cell: ({ name, parent }) => (
        <span className="grid max-w-72">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          {parent === null ? null : (
            <span className="truncate text-faint text-xs" title={parent}>
              {parent}
            </span>
          )}
        </span>
      ),
    },
    ...shown.map(
      (name): Column<Row> => ({
        id: name,
        header: metrics[name].label,
        hint: metrics[name].meaning,
        align: "end",
        cell: (row) => format.even(metrics[name].unit, row.metrics[name]),
      }),
    ),
  ];
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t("Breakdown")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="px-1 font-semibold text-base">{t("Breakdown")}</h2>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t("Break down by")}
            options={levels.map((value) => ({ value, label: names[value].label }))}
            value={by}
            onValueChange={(next) => setAddress({ by: next })}
          />
          <Button asChild size="sm">
            <IntentLink
              href={reportHref(project, { search: campaign.display_id, open: [String(campaign.id)] }, days)}
            >
              {t("Open in the report")}
              <ArrowUpRight />
            </IntentLink>
          </Button>
        </div>
      </div>
      <DataTable
        label={names[by].label}
        columns={columns}
        rows={data && rowsOf(data, by)}
        rowId={(row) => row.key}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Layers} title={names[by].none} className="py-8">
            {by === "country" || by === "platform"
              ? t("The {by} is that of the click, install or spend.", { by })
              : t("Ad sets, creatives and keywords come from click parameters, network data and spend.")}
          </EmptyState>
        }
      />
    </section>
  );
}
