/** The columns of a file for marketing mix models. Pure. */
import { networkLabel } from "@/lib/campaigns/networks";
import type { MixModelColumn, MixModelFormat, MixModelKpi } from "@/lib/reporting/mix-model/schema";
import { isMoneyKpi, mixModelKpis } from "@/lib/reporting/mix-model/schema";

/** All networks, or countries, beyond the limit together. */
export const others = "(other)";

/** Small, stable, and different for most texts (FNV-1a). */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}

/**
 * The part of a column's name for a network: lower-case letters, digits and underscores. It depends on the network
 * only, so a later file has the same columns. Names that lose characters get a hash, so they stay different.
 */
function channelName(network: string): string {
  if (network === others) return "other_networks";
  if (network === "") return "no_network";
  const plain = network.toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 40);
  const named = /^[a-z]/.test(slug) ? slug : `network_${slug}`;
  const isTaken = named === "no_network" || named === "other_networks";
  return named === plain && !isTaken ? named : `${named.replace(/_$/, "")}_${shortHash(network)}`;
}

const channelLabel = (network: string): string =>
  network === others ? "Other networks" : network === "" ? "No network" : networkLabel(network);

/** The sums of a network over all days. */
export type ChannelSums = { network: string; spend: number; impressions: number; clicks: number };

export type Channel = ChannelSums & {
  name: string;
  /** Whether the file has these columns. One measure of exposure is enough for a model. */
  exposure: "impressions" | "clicks" | null;
};

/** The networks with any media, by the names of their columns. */
export const channelsOf = (sums: readonly ChannelSums[]): Channel[] =>
  sums
    .filter(({ spend, impressions, clicks }) => spend !== 0 || impressions !== 0 || clicks !== 0)
    .map(
      (sum): Channel => ({
        ...sum,
        name: channelName(sum.network),
        exposure: sum.impressions !== 0 ? "impressions" : sum.clicks !== 0 ? "clicks" : null,
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const suffixes = {
  meridian: { spend: "_spend", impressions: "_impression", clicks: "_click" },
  robyn: { spend: "_S", impressions: "_I", clicks: "_C" },
} as const;

/** The columns of a row, in the order of the file. */
export type ModelColumn = Omit<MixModelColumn, "total"> & {
  /** Which of a channel's sums it contains. */
  part: { network: string; sum: "spend" | "impressions" | "clicks" } | null;
};

export function columnsOf(
  { format, kpi, isByCountry }: { format: MixModelFormat; kpi: MixModelKpi; isByCountry: boolean },
  channels: readonly Channel[],
): ModelColumn[] {
  const plain = (name: string, role: MixModelColumn["role"], label: string): ModelColumn => ({
    name,
    role,
    label,
    channel: null,
    part: null,
  });
  const media = channels.flatMap(({ network, name, spend, exposure }): ModelColumn[] => {
    const own = (sum: "spend" | "impressions" | "clicks", role: MixModelColumn["role"]) => ({
      name: `${name}${suffixes[format][sum]}`,
      role,
      label: channelLabel(network),
      channel: name,
      part: { network, sum },
    });
    if (spend === 0) return exposure === null ? [] : [own(exposure, "organic_media")];
    return [own("spend", "spend"), ...(exposure === null ? [] : [own(exposure, "media")])];
  });
  return [
    plain(format === "robyn" ? "DATE" : "time", "time", "First day of the row"),
    ...(isByCountry ? [plain("geo", "geo", "Country")] : []),
    plain(kpi, "kpi", mixModelKpis[kpi]),
    ...(format === "meridian" && !isMoneyKpi(kpi)
      ? [plain("revenue_per_kpi", "revenue_per_kpi", "Revenue from purchases and ads, divided by the KPI")]
      : []),
    ...media,
    plain("gap_days", "gaps", "Days with missing data"),
    plain("gaps", "gaps", "Names of the missing data"),
  ];
}
