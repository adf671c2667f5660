import { numberFormat } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import { noNetworkValue } from "@/lib/campaigns/networks";
import { type DiscrepancyCause, discrepancyCauses } from "@/lib/reporting/discrepancies/causes";
import type { Discrepancies, DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";

export type DiscrepancyTotals = Discrepancies["totals"];

/** Counts can be fractions, because some networks split an install among campaigns. */
export const countText = (value: number) => numberFormat({ maximumFractionDigits: 2 }).format(value);

export const signedNumber = (value: number) =>
  numberFormat({ signDisplay: "exceptZero", maximumFractionDigits: 2 }).format(value);

const signed = ({ cause, count }: DiscrepancyTotals["causes"][number]) =>
  discrepancyCauses[cause].sign * count;

/** Related causes have the same colour. */
const colors: Record<DiscrepancyCause, string> = {
  window_ours: "var(--chart-3)",
  window: "var(--chart-3)",
  day_in: "var(--chart-6)",
  day_out: "var(--chart-6)",
  other_won: "var(--chart-1)",
  view_through: "var(--chart-2)",
  fraud: "var(--chart-4)",
  reinstall: "var(--chart-5)",
  ios_no_id: "var(--chart-7)",
  unproven: "var(--chart-7)",
  rejected: "var(--chart-8)",
  test: "var(--chart-8)",
};

export type DiscrepancyPart = {
  id: DiscrepancyCause | "unexplained";
  label: string;
  value: number;
  color: string;
};

/** The causes with a count, the largest first, followed by the unexplained rest. */
export function discrepancyParts({ causes: counts, unexplained }: DiscrepancyTotals): DiscrepancyPart[] {
  const parts = counts
    .map(
      (each): DiscrepancyPart => ({
        id: each.cause,
        label: discrepancyCauses[each.cause].label,
        value: signed(each),
        color: colors[each.cause],
      }),
    )
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  if (unexplained !== 0)
    parts.push({ id: "unexplained", label: t("Unexplained"), value: unexplained, color: "var(--faint)" });
  return parts;
}

const sumOf = (parts: readonly DiscrepancyPart[]) =>
  parts.reduce((sum, { value }) => sum + Math.abs(value), 0);

/** What the network claims less than Cairn is on the left of zero, what it claims more on the right. */
export function discrepancySides(totals: DiscrepancyTotals) {
  const parts = discrepancyParts(totals);
  const fewer = parts.filter(({ value }) => value < 0);
  const more = parts.filter(({ value }) => value > 0);
  return { fewer, more, extent: Math.max(sumOf(fewer), sumOf(more)) };
}

/**
 * The side of the rest. Below zero, either the causes exceed the network's claims or the network claims less than
 * Cairn.
 */
export const unexplainedSide = ({
  unexplained,
  causes: counts,
}: DiscrepancyTotals): "more" | "over" | "fewer" =>
  unexplained > 0 ? "more" : counts.some((each) => signed(each) > 0) ? "over" : "fewer";

type Behind = {
  project: number;
  from: string;
  to: string;
  cause: DiscrepancyCause | "ours";
  /** The row or network of the figure; the total has neither. */
  row?: DiscrepancyRow | undefined;
  network?: string;
};

/** The installs behind a figure. */
export function installsHref({ project, from, to, cause, row, network }: Behind): string {
  const query = new URLSearchParams({ from: row?.day ?? from, to: row?.day ?? to, cause });
  const isNetwork = row && row.campaign === null && row.day === null;
  const code = isNetwork ? (row.network ?? noNetworkValue) : network;
  if (row?.campaign) query.set("campaign", String(row.campaign.id));
  else if (code) query.set("network", code);
  return `/p/${project}/report/discrepancies/installs?${query}`;
}
