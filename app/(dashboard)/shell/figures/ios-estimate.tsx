"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { RangeCell } from "@/app/(dashboard)/shell/figures/range-cell";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Switch } from "@/components/fields/switch";
import { fullDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { IosComparison } from "@/lib/reporting/ios/schema";

type Row = IosComparison["total"] & { id: string; name: string; network: string };

/** Turns the estimate on; it is off by default. */
export function IosEstimateSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap text-muted text-xs">
      <Switch id="estimated-ios" checked={isOn} onCheckedChange={onChange} />
      <label htmlFor="estimated-ios">{t("Include estimated iOS")}</label>
    </span>
  );
}

/** Figures with the installs that only Apple reports, apart from the counted ones and marked as estimates. */
export function IosEstimate({ window }: { window: { from: string; to: string } }) {
  const { id, currency } = useProject();
  const format = figureFormat(currency);
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(at("/projects/:project/report/ios", { project: id }), window),
    { keepPrevious: true },
  );
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-60" />;
  if (!data.has_any)
    return (
      <p className="px-1 text-muted text-sm">
        {rich("There is no iOS estimate, because no postback of Apple has arrived. <link>Set it up</link>", {
          link: (text) => (
            <IntentLink href={`/p/${id}/ios/setup`} className="rounded-sm underline">
              {text}
            </IntentLink>
          ),
        })}
      </p>
    );
  const rows: Row[] = [
    { ...data.total, id: "total", name: t("Paid, all campaigns"), network: "" },
    ...data.rows.map(({ campaign, network, ...figures }) => ({
      ...figures,
      id: `${network} ${campaign?.id ?? ""}`,
      name: campaign?.name ?? t("Not assigned to a campaign"),
      network,
    })),
  ];
  const columns: Column<Row>[] = [
    {
      id: "name",
      header: t("Campaign"),
      cell: ({ name, network }) => (
        <>
          <span className="font-medium">{name}</span>
          {network === "" ? null : <span className="block text-faint text-xs">{network}</span>}
        </>
      ),
    },
    {
      id: "installs",
      header: t("Installs"),
      hint: t("Counted installs on all platforms, as in the report."),
      align: "end",
      cell: ({ installs }) => format.full("count", installs),
    },
    {
      id: "apple_only",
      header: t("Only Apple (est.)"),
      hint: t("iOS installs that only Apple reports, without those counted twice."),
      align: "end",
      cell: ({ apple_only }) => <RangeCell unit="count" range={apple_only} format={format} />,
    },
    {
      id: "with_ios",
      header: t("Installs (est.)"),
      align: "end",
      cell: ({ with_ios }) => <RangeCell unit="count" range={with_ios} format={format} />,
    },
    {
      id: "spend",
      header: t("Spend"),
      align: "end",
      cell: ({ spend }) => format.full("money", spend),
    },
    {
      id: "cost_per_install",
      header: t("Cost per install (est.)"),
      hint: t("Spend divided by estimated installs."),
      align: "end",
      cell: ({ cost_per_install }) => <RangeCell unit="money" range={cost_per_install} format={format} />,
    },
    {
      id: "roas",
      header: "ROAS (est.)",
      hint: t("Revenue with Apple's estimate of the installs that only Apple reports, divided by spend."),
      align: "end",
      cell: ({ roas }) => <RangeCell unit="ratio" range={roas} format={format} />,
    },
  ];
  return (
    <section aria-label={t("Estimated iOS")} className="grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-3 px-1">
        <h2 className="font-semibold text-base">{t("With estimated iOS")}</h2>
        <ShowSql
          choices={[
            {
              label: t("Counts behind the estimate"),
              request: withQuery(
                at("/projects/:project/apple-postbacks/estimate/sql", { project: id }),
                window,
              ),
            },
          ]}
        />
      </div>
      <DataTable
        label={t("With estimated iOS")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        busy={isPlaceholderData}
        empty={null}
      />
      <p className="px-1 text-muted text-xs">
        {rich(
          "Estimates with a range that holds the truth in at least {coverage} of cases, by install day. They ignore the filters above and are not in exports or the API. Installs that only Apple reports are organic in the report. Days after {complete_until} are incomplete. <link>See the parts</link>",
          {
            coverage: percentText(data.coverage),
            complete_until: fullDay(data.complete_until),
            link: (text) => (
              <IntentLink
                href={`/p/${id}/ios/estimate?${new URLSearchParams(window)}`}
                className="rounded-sm underline"
              >
                {text}
              </IntentLink>
            ),
          },
        )}
      </p>
    </section>
  );
}
