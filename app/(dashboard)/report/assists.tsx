"use client";

import { Handshake } from "lucide-react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CampaignCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import type { ReportAddress } from "@/app/(dashboard)/shell/figures/table-address";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberFormat } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { AssistsData } from "@/lib/reporting/assists/schema";

type Row = AssistsData["rows"][number];

type AssistsProps = {
  window: { from: string; to: string };
  address: Pick<ReportAddress, "platform" | "country">;
};

/** Campaigns that touched installs and lost, and how other models would share the same installs. */
export function Assists({ window, address: { platform, country } }: AssistsProps) {
  const { id, currency } = useProject();
  const format = figureFormat(currency);
  const base = `/p/${id}`;
  const filters = { ...(platform ? { platform } : {}), ...(country ? { country } : {}) };
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(at("/projects/:project/report/assists", { project: id }), { ...window, ...filters }),
    { keepPrevious: true },
  );
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-60" />;
  /** Shares of installs have one decimal. */
  const shared = (value: number) =>
    numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
  const listed = { ...window, ...filters, ...(platform ? { platform: platform.toUpperCase() } : {}) };
  const list = (campaign: number) =>
    `${base}/installs?${new URLSearchParams({ range: "custom", ...listed, assisted_by: String(campaign), counted: "yes", kind: "INSTALL" })}`;
  const columns: Column<Row>[] = [
    {
      id: "campaign",
      header: t("Campaign"),
      cell: ({ campaign, network }) => (
        <>
          <CampaignCell base={base} campaign={campaign} />
          {network ? <span className="block text-faint text-xs">{network}</span> : null}
        </>
      ),
    },
    {
      id: "last_touch",
      header: t("Last touch"),
      hint: t("Attributed installs, as the report counts them."),
      align: "end",
      cell: ({ last_touch }) => format.full("count", last_touch),
    },
    {
      id: "assists",
      header: t("Assists"),
      hint: t("Installs that this campaign touched before another campaign won them."),
      align: "end",
      cell: ({ assists, campaign }) =>
        assists === 0 ? (
          format.full("count", 0)
        ) : (
          <IntentLink href={list(campaign.id)} className="rounded-sm hover:underline">
            {format.full("count", assists)}
          </IntentLink>
        ),
    },
    {
      id: "first_touch",
      header: t("First touch"),
      hint: t("Each install counts for the campaign that touched it first."),
      align: "end",
      cell: ({ first_touch }) => format.full("count", first_touch),
    },
    {
      id: "linear",
      header: t("Linear"),
      hint: t("Each install is shared equally by all campaigns that touched it."),
      align: "end",
      cell: ({ linear }) => shared(linear),
    },
    {
      id: "position",
      header: t("Position-based"),
      hint: t(
        "40% for the first touch, 40% for the last, and 20% for those between. Two campaigns get half each.",
      ),
      align: "end",
      cell: ({ position }) => shared(position),
    },
  ];
  return (
    <section aria-label={t("Assists")} className="grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-3 px-1">
        <h2 className="font-semibold text-base">{t("Assists and attribution models")}</h2>
        <ShowSql
          choices={[
            {
              label: t("Campaigns"),
              request: withQuery(at("/projects/:project/report/assists/sql", { project: id }), {
                ...window,
                ...filters,
              }),
            },
          ]}
        />
      </div>
      <DataTable
        label={t("Assists and attribution models")}
        columns={columns}
        rows={data.rows}
        rowId={({ campaign }) => String(campaign.id)}
        busy={isPlaceholderData}
        empty={
          <EmptyState icon={Handshake} title={t("No attributed installs in this period")} className="py-8">
            {t("Choose a longer period.")}
          </EmptyState>
        }
      />
      <p className="px-1 text-muted text-xs">
        {t(
          "{assisted} of {installs} attributed installs ({assisted2}) were touched by more than one campaign. Each model adds up to the same installs; last touch decides everywhere else. Matches without an ID, bots, repeated clicks and rejected touches are no assists. By install day, for the platform and country above.",
          {
            assisted: format.full("count", data.assisted),
            installs: format.full("count", data.installs),
            assisted2: percentText(data.installs === 0 ? 0 : data.assisted / data.installs),
          },
        )}
      </p>
    </section>
  );
}
