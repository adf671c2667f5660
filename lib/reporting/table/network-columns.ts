/** Counts that networks report by campaign and day. Runs in the browser too. */
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";
import type { TableFigures } from "@/lib/reporting/table/schema";

type NetworkColumn = {
  id: string;
  label: string;
  meaning: string;
  unit: MetricUnit;
  of: (figures: TableFigures) => number | null;
};

const networkMeaning =
  "Reported by the network for its own days, on days with both counts, if the account is synced or its counts are uploaded.";

export const networkColumns: readonly NetworkColumn[] = [
  {
    id: "network:impressions",
    label: "Network impressions",
    meaning: `Ad views. ${networkMeaning}`,
    unit: "count",
    of: ({ network_counts: counts }) => counts?.impressions ?? null,
  },
  {
    id: "network:clicks",
    label: "Network clicks",
    meaning: `Clicks on ads, also those that do not reach Cairn. ${networkMeaning}`,
    unit: "count",
    of: ({ network_counts: counts }) => counts?.clicks ?? null,
  },
  {
    id: "network:ctr",
    label: "Network CTR",
    meaning: `The network's clicks divided by its impressions. ${networkMeaning}`,
    unit: "percent",
    of: ({ network_counts: counts }) =>
      counts?.impressions ? (100 * counts.clicks) / counts.impressions : null,
  },
];

/** Why a row has no count of its network. */
export const missingNetworkText =
  "Networks report these counts by campaign, not by ad, platform or country, and only for synced or uploaded campaigns.";
