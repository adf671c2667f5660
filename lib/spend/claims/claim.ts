/** A network's own counts for a campaign's day, next to its cost. Pure. */

export type ClaimedFigures = {
  /** Null for a missing count. */
  impressions: number | null;
  clicks: number | null;
  installs: number | null;
  /** The installs by the window in which the network counts them. */
  windows: Record<string, number>;
  /** Its conversions, by the network's name for them. */
  conversions: Record<string, number>;
};

/** A reported claim, before its campaign is matched. */
export type PulledClaim = ClaimedFigures & { day: string; campaignId: string };

export type NetworkDayClaim = ClaimedFigures & { day: string; campaign_id: number };

export const noClaimedFigures: ClaimedFigures = {
  impressions: null,
  clicks: null,
  installs: null,
  windows: {},
  conversions: {},
};

/** Customers name their conversions; no campaign needs more names than this. */
const maxNames = 50;

const added = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : roundClaim(a + b));

/** Networks that share a conversion among campaigns report many digits; their own reports show two. */
export const roundClaim = (value: number) => Math.round(value * 100) / 100;

function addedByName(into: Record<string, number>, more: Record<string, number>) {
  const sums = { ...into };
  for (const [name, value] of Object.entries(more)) {
    if (name in sums || Object.keys(sums).length < maxNames)
      sums[name] = roundClaim((sums[name] ?? 0) + value);
  }
  return sums;
}

/** The network's counts of a row of spend. */
export type SpendCounts = {
  network_impressions?: number | null | undefined;
  network_clicks?: number | null | undefined;
};

/** Adds reported counts to those of a row for the same part of a campaign's day. They are whole numbers there. */
export const addedClaims = (
  { network_impressions, network_clicks }: SpendCounts,
  { impressions, clicks }: Partial<Pick<ClaimedFigures, "impressions" | "clicks">>,
) => {
  const sum = (before: number | null = null, more: number | null = null) => {
    const value = added(before, more);
    return value === null ? null : Math.round(value);
  };
  return {
    network_impressions: sum(network_impressions, impressions),
    network_clicks: sum(network_clicks, clicks),
  };
};

/** Sums the claims of parts, grouped by `keyOf`. */
export function sumFigures<Row extends ClaimedFigures>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = sums.get(key);
    sums.set(
      key,
      before
        ? {
            ...before,
            impressions: added(before.impressions, row.impressions),
            clicks: added(before.clicks, row.clicks),
            installs: added(before.installs, row.installs),
            windows: addedByName(before.windows, row.windows),
            conversions: addedByName(before.conversions, row.conversions),
          }
        : row,
    );
  }
  return [...sums.values()];
}

export const sumPulled = (rows: readonly PulledClaim[]): PulledClaim[] =>
  sumFigures(rows, ({ day, campaignId }) => `${day} ${campaignId}`);
