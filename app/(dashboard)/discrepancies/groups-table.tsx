"use client";

import { SearchX } from "lucide-react";
import { CampaignCell, noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { EmptyState } from "@/components/empty-state";
import { fullDay, shortDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Discrepancies, DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";
import { countText, type DiscrepancyTotals, discrepancySides, installsHref, signedNumber } from "./figures";

type GroupsTableProps = {
  data: Discrepancies;
  project: number;
  /** The chosen network; empty for all. */
  network: string;
  busy: boolean;
  onOpen: (row: DiscrepancyRow) => void;
};

export function DiscrepancyTable({ data, project, network, busy, onOpen }: GroupsTableProps) {
  const { by, from, to, rows } = data;
  const base = `/p/${project}`;
  const extent = Math.max(...rows.map((row) => discrepancySides(row).extent));
  const figure = (
    id: string,
    header: string,
    hint: string,
    cell: Column<DiscrepancyRow>["cell"],
  ): Column<DiscrepancyRow> => ({ id, header, hint, align: "end", cell });
  const columns: Column<DiscrepancyRow>[] = [
    { id: "name", header: headers[by], cell: (row) => <Name row={row} base={base} /> },
    figure("network", t("Network"), t("Installs that the network claims, in its latest report."), (row) => (
      <Claimed row={row} />
    )),
    figure("ours", t("Cairn"), t("Installs that Cairn attributes, as in the report."), (row) =>
      row.our_installs === 0 ? (
        <span className="num">0</span>
      ) : (
        <IntentLink
          href={installsHref({ project, from, to, cause: "ours", row, network })}
          onClick={(event) => event.stopPropagation()}
          className="num rounded-sm hover:underline"
        >
          {countText(row.our_installs)}
        </IntentLink>
      ),
    ),
    figure("difference", t("Difference"), t("The network's claims minus Cairn's installs."), (row) => (
      <span className="num font-medium">{signedNumber(row.difference)}</span>
    )),
    {
      id: "causes",
      header: t("Causes"),
      hint: t("Left of zero: the network claims fewer installs than Cairn. Right of zero: more."),
      cell: (row) => (
        <button
          type="button"
          aria-label={t("Why {row} differs", { row: discrepancyName(row) })}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row);
          }}
          className="rounded-sm py-1.5"
        >
          <CauseBar figures={row} extent={extent} />
        </button>
      ),
    },
    figure("unexplained", t("Unexplained"), t("The difference minus all causes."), (row) => (
      <span className="num">{signedNumber(row.unexplained)}</span>
    )),
    {
      ...figure("clicks", t("Clicks"), t("The network's clicks, and those that reached Cairn."), (row) => (
        <span className="num whitespace-nowrap">
          {row.network_clicks === null ? "–" : countText(row.network_clicks)}
          <span className="text-muted"> / {countText(row.our_clicks)}</span>
        </span>
      )),
      wide: true,
    },
  ];
  return (
    <>
      <DataTable
        label={t("Differences")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        onRowOpen={onOpen}
        busy={busy}
        empty={
          <EmptyState icon={SearchX} title={t("No network figures in this period")} className="py-8">
            {t("Choose another period or network.")}
          </EmptyState>
        }
      />
      {data.more ? (
        <p className="px-1 text-muted text-xs">
          {t("The first {rows}. Export the CSV for all of them.", { rows: countText(rows.length) })}
        </p>
      ) : null}
    </>
  );
}

const headers = {
  campaign: t("Campaign"),
  network: t("Network"),
  day: t("Day"),
  row: t("Day and campaign"),
} as const;

/** A row's name as plain text. */
export const discrepancyName = ({ day, campaign, network }: DiscrepancyRow): string =>
  [
    day && (campaign ? shortDay(day) : fullDay(day)),
    campaign?.name ?? (day ? null : (networkLabel(network) ?? t("No network"))),
  ]
    .filter(Boolean)
    .join(", ");

function Name({ row, base }: { row: DiscrepancyRow; base: string }) {
  if (!row.campaign) return <span className="font-medium">{discrepancyName(row)}</span>;
  return (
    <div className="grid justify-items-start leading-snug">
      <CampaignCell base={base} campaign={row.campaign} />
      <span className="text-muted text-xs">
        {[row.day && shortDay(row.day), networkLabel(row.network) ?? t("No network")]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </div>
  );
}

function Claimed({ row }: { row: DiscrepancyRow }) {
  return (
    <div className="grid justify-items-end leading-snug">
      <span className="num">{countText(row.network_installs) ?? noValueDash}</span>
      {row.restated ? (
        <span className="whitespace-nowrap text-muted text-xs max-sm:hidden">
          {rich("restated from {from}, {when}", {
            from: countText(row.restated.from),
            when: <When at={row.restated.at} />,
          })}
        </span>
      ) : null}
    </div>
  );
}

/** The causes of a difference on both sides of zero. All rows have the same scale, so that they can be compared. */
function CauseBar({ figures, extent }: { figures: DiscrepancyTotals; extent: number }) {
  const { fewer, more } = discrepancySides(figures);
  const all = [...fewer, ...more];
  if (all.length === 0) return <span className="text-muted text-xs">{t("No difference")}</span>;
  const part = ({ id, label, value, color }: (typeof all)[number]) => (
    <span
      key={id}
      title={`${label} ${signedNumber(value)}`}
      className="block h-2 min-w-0.5 first:rounded-s-full last:rounded-e-full"
      style={{ width: `${(100 * Math.abs(value)) / extent}%`, background: color }}
    />
  );
  return (
    <span
      role="img"
      aria-label={all.map(({ label, value }) => `${label} ${signedNumber(value)}`).join(", ")}
      className="relative grid h-4 w-44 grid-cols-2 items-center"
    >
      <span className="flex justify-end gap-px">{[...fewer].reverse().map(part)}</span>
      <span aria-hidden="true" className="absolute inset-y-0 start-1/2 w-px bg-line-strong" />
      <span className="flex gap-px ps-px">{more.map(part)}</span>
    </span>
  );
}
