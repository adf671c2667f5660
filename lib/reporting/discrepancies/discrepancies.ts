import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { csvTable } from "@/lib/base/text/csv";
import { dayIn } from "@/lib/base/time";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { networkCounts, noNetworkValue } from "@/lib/campaigns/networks";
import {
  causeNames,
  type DiscrepancyCause,
  type DiscrepancyGrouping,
} from "@/lib/reporting/discrepancies/causes";
import { findCauseCounts, findClaimedClicks } from "@/lib/reporting/discrepancies/queries";
import { compareClaims, type DiscrepancySum, emptyDiscrepancySum } from "@/lib/reporting/discrepancies/rules";
import {
  type ClaimVersions,
  type Discrepancies,
  type DiscrepancyRow,
  discrepancyColumns,
  type discrepancyQuery,
} from "@/lib/reporting/discrepancies/schema";
import {
  type ClaimRow,
  findClaimVersions,
  findHasClaims,
  findNetworkClaims,
} from "@/lib/spend/claims/queries";
import { findPulls } from "@/lib/spend/pull/queries";
import { spendSources } from "@/lib/spend/pull/sources";

type Query = z.output<typeof discrepancyQuery>;

const defaultDays = 30;
const maxRows = 500;
const maxVersions = 100;

export const discrepancies = (project: Project, query: Query, now: Date): Promise<Discrepancies> =>
  read(project, query, now, maxRows);

/** All rows, as a file. */
export async function discrepanciesCsv(project: Project, query: Query, now: Date): Promise<string> {
  const { rows } = await read(project, query, now, Number.POSITIVE_INFINITY);
  return csvTable(discrepancyColumns, rows);
}

async function read(project: Project, query: Query, now: Date, max: number): Promise<Discrepancies> {
  const to = query.to ?? dayIn(project.timeZone, now);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const { by, campaign = null } = query;
  const network = (await knownNetworkCode(project.id, query.network)) ?? null;
  const filter = { from, to, network, campaign };
  const [found, hasClaims] = await Promise.all([
    findNetworkClaims(project.id, filter, project.timeZone),
    findHasClaims(project.id),
  ]);
  const claims = found.flatMap((claim) =>
    claim.installs === null ? [] : [{ ...claim, installs: claim.installs }],
  );
  const [counts, clicks] =
    claims.length === 0
      ? [[], []]
      : await Promise.all([findCauseCounts(project.id, filter), findClaimedClicks(project.id, filter)]);
  const aboutOf = new Map(claims.map((claim) => [dayKeyOf(claim), claim]));
  const keyOf = (dimensions: { campaign_id: number; day: string }) => {
    const about = aboutOf.get(dayKeyOf(dimensions));
    // Clicks are read by campaign and day, so they may belong to another network. Installs may belong to a day that was
    // claimed after the claims were read.
    return about === undefined ? null : keys[by](about, dimensions.day);
  };
  const sums = compareClaims(claims, counts, clicks, keyOf);
  const first = new Map<string, ClaimRow & { installs: number }>();
  for (const claim of claims) {
    const key = keyOf(claim);
    if (key !== null && !first.has(key)) first.set(key, claim);
  }
  const rows = [...sums].map(([key, sum]) => present(key, sum, first.get(key)!, by)).sort(orders[by]);
  const total = compareClaims(claims, counts, clicks, (dimensions) =>
    keyOf(dimensions) === null ? null : "all",
  );
  const codes = [...new Set(claims.flatMap((claim) => claim.network ?? []))].sort();
  return {
    from,
    to,
    by,
    has_claims: hasClaims,
    connected:
      hasClaims ||
      (await findPulls(project.id, Object.keys(spendSources))).some((each) => each.has_credentials),
    totals: figures(total.get("all") ?? emptyDiscrepancySum()),
    rows: rows.slice(0, max),
    more: rows.length > max,
    without_zone: codes.filter((code) =>
      claims.every((claim) => claim.network !== code || claim.zone === null),
    ),
    windows: codes.map((code) => {
      const { clickDays, viewDays } = networkCounts(code);
      return { network: code, click_days: clickDays, view_days: viewDays };
    }),
  };
}

const dayKeyOf = ({ campaign_id, day }: { campaign_id: number; day: string }) => `${day} ${campaign_id}`;

const keys: Record<DiscrepancyGrouping, (claim: ClaimRow, day: string) => string> = {
  campaign: ({ campaign_id }) => String(campaign_id),
  network: ({ network }) => network ?? noNetworkValue,
  day: (_, day) => day,
  row: ({ campaign_id }, day) => `${day} ${campaign_id}`,
};

type Order = (a: DiscrepancyRow, b: DiscrepancyRow) => number;
const widest: Order = (a, b) =>
  Math.abs(b.difference) - Math.abs(a.difference) ||
  b.network_installs - a.network_installs ||
  a.key.localeCompare(b.key);
const newest: Order = (a, b) => (b.day ?? "").localeCompare(a.day ?? "") || widest(a, b);

/** The largest differences first; days in chronological order. */
const orders: Record<DiscrepancyGrouping, Order> = {
  campaign: widest,
  network: widest,
  day: newest,
  row: newest,
};

function present(key: string, sum: DiscrepancySum, claim: ClaimRow, by: DiscrepancyGrouping): DiscrepancyRow {
  const ofCampaign = by === "campaign" || by === "row";
  const { campaign_id: id, name, display_id, deleted } = claim;
  return {
    key,
    day: by === "day" || by === "row" ? claim.day : null,
    network: by === "day" ? null : claim.network,
    campaign: ofCampaign ? { id, name, display_id, deleted } : null,
    ...figures(sum),
    restated:
      by === "row" && claim.before !== null
        ? { from: claim.before, at: claim.reported_at.toISOString() }
        : null,
  };
}

const figures = (sum: DiscrepancySum) => ({
  network_installs: sum.network,
  our_installs: sum.ours,
  difference: sum.difference,
  causes: causeNames.flatMap((cause: DiscrepancyCause) => {
    const count = sum.causes[cause] ?? 0;
    return count === 0 ? [] : [{ cause, count }];
  }),
  unexplained: sum.unexplained,
  network_clicks: sum.network_clicks,
  our_clicks: sum.our_clicks,
});

/** All reported versions of a campaign's day. */
export async function listClaimVersions(
  project: Project,
  { campaign, day }: { campaign: number; day: string },
): Promise<ClaimVersions> {
  const versions = await findClaimVersions(project.id, campaign, day, maxVersions);
  return { versions: versions.map((row) => ({ ...row, reported_at: row.reported_at.toISOString() })) };
}
