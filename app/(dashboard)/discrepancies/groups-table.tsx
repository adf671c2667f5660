"use client";

import { SearchX } from "lucide-react";
import { CampaignCell, noValue } from "@/app/(dashboard)/shell/facts/fact-cells";
import { EmptyState } from "@/components/empty-state";
import { fullDay, shortDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { When } from "@/components/ui/when";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Discrepancies, DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";
import { countText, type DiscrepancyTotals, discrepancyParts, installsHref, signedNumber } from "./figures";

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
  const figure = (
    id: string,
    header: string,
    hint: string,
    cell: Column<DiscrepancyRow>["cell"],
  ): Column<DiscrepancyRow> => ({ id, header, hint, align: "end", cell });
  const columns: Column<DiscrepancyRow>[] = [
    { id: "name", header: headers[by], cell: (row) => <Name row={row} base={base} /> },
    figure("network", "Network", "Installs that the network claims, in its latest report.", (row) => (
      <Claimed row={row} />
    )),
    figure("ours", "Cairn", "Installs that Cairn attributes, as in the report.", (row) =>
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
    figure("difference", "Difference", "The network's claims minus Cairn's installs.", (row) => (
      <span className="num font-medium">{signedNumber(row.difference)}</span>
    )),
    {
      id: "causes",
      header: "Causes",
      cell: (row) => (
        <button
          type="button"
          aria-label={`Why ${discrepancyName(row)} differs`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row);
          }}
          className="rounded-sm py-1.5"
        >
          <CauseBar figures={row} />
        </button>
      ),
    },
    figure("unexplained", "Unexplained", "The difference minus all causes.", (row) => (
      <span className="num">{signedNumber(row.unexplained)}</span>
    )),
    {
      ...figure("clicks", "Clicks", "The network's clicks, and those that reached Cairn.", (row) => (
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
        label="Differences"
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        onRowOpen={onOpen}
        busy={busy}
        empty={
          <EmptyState icon={SearchX} title="No network figures in this period" className="py-8">
            Choose another period or network.
          </EmptyState>
        }
      />
      {data.more ? (
        <p className="px-1 text-muted text-xs">
          The first {countText(rows.length)}. Export the CSV for all of them.
        </p>
      ) : null}
    </>
  );
}

const headers = { campaign: "Campaign", network: "Network", day: "Day", row: "Day and campaign" } as const;

/** A row's name as plain text. */
export const discrepancyName = ({ day, campaign, network }: DiscrepancyRow): string =>
  [
    day && (campaign ? shortDay(day) : fullDay(day)),
    campaign?.name ?? (day ? null : (networkLabel(network) ?? "No network")),
  ]
    .filter(Boolean)
    .join(", ");

function Name({ row, base }: { row: DiscrepancyRow; base: string }) {
  if (!row.campaign) return <span className="font-medium">{discrepancyName(row)}</span>;
  return (
    <div className="grid justify-items-start leading-snug">
      <CampaignCell base={base} campaign={row.campaign} />
      <span className="text-muted text-xs">
        {[row.day && shortDay(row.day), networkLabel(row.network) ?? "No network"]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </div>
  );
}

function Claimed({ row }: { row: DiscrepancyRow }) {
  return (
    <div className="grid justify-items-end leading-snug">
      <span className="num">{countText(row.network_installs) ?? noValue}</span>
      {row.restated ? (
        <span className="whitespace-nowrap text-muted text-xs max-sm:hidden">
          restated from {countText(row.restated.from)}, <When at={row.restated.at} />
        </span>
      ) : null}
    </div>
  );
}

/** The causes of a difference, in proportion. */
function CauseBar({ figures }: { figures: DiscrepancyTotals }) {
  const parts = discrepancyParts(figures);
  const whole = parts.reduce((sum, { value }) => sum + Math.abs(value), 0);
  if (whole === 0) return <span className="text-muted text-xs">No difference</span>;
  return (
    <span
      role="img"
      aria-label={parts.map(({ label, value }) => `${label} ${signedNumber(value)}`).join(", ")}
      className="flex h-2 w-40 gap-px overflow-hidden rounded-full bg-pressed"
    >
      {parts.map(({ id, label, value, color }) => (
        <span
          key={id}
          title={`${label} ${signedNumber(value)}`}
          className="block h-full min-w-0.5"
          style={{ width: `${(100 * Math.abs(value)) / whole}%`, background: color }}
        />
      ))}
    </span>
  );
}
