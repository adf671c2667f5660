import type { Project } from "@/lib/accounts/access/project";
import type { AdDimensions, ListedAds } from "@/lib/ledger/shown-ads-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps, type WorkSteps } from "@/lib/platform/steps";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import { type CohortRequest, type CohortSumBy, sumCohorts } from "@/lib/reporting/tree/cohort-queries";
import {
  type AdSum,
  byAd,
  byAdOnly,
  byPurpose,
  findLargestAds,
  type ReportWindow,
  windowFilter,
} from "@/lib/reporting/tree/queries";
import { type MatureSum, Tree } from "@/lib/reporting/tree/rules";
import { distinctUsers } from "@/lib/reporting/tree/unique";

export type TreeQuery = {
  campaigns: number[];
  view?: MetricView;
  /** Distinct users of these events and payments are counted; `asSums` if the window ends today. */
  names?: string[];
  asSums?: boolean;
  /** The day for cohort figures; without it there are none. */
  today?: string;
  /** Figures of cohorts by age. */
  cohorts?: CohortRequest | undefined;
};

/**
 * Limits of individually listed ad sets, creatives and keywords, and of their sums. The rest of each campaign is summed
 * as `(other)`. Any number of IDs therefore fits into a response.
 */
export const treeLimits = { ads: 20_000, sums: 200_000 };

/** Campaigns with all figures of everything below them. */
export async function reportTree(
  project: Project,
  window: ReportWindow,
  query: TreeQuery,
  limits = treeLimits,
): Promise<Tree> {
  const { campaigns, view = "user_acquisition", names = [], asSums = true, today, cohorts } = query;
  const read = (ads: ListedAds, max: number | null) => {
    const request = { days: window, where: { ...windowFilter(window), campaign_id: campaigns }, ads };
    const byAge = [...byAd, "age"] as const;
    return Promise.all([
      sumLedger(project.id, {
        ...request,
        by: [...byAd, ...byPurpose(view)],
        measures: { usersOf: asSums ? names : [] },
        max,
      }),
      today === undefined
        ? []
        : sumLedger(project.id, { ...request, by: byAge, measures: { matureOn: today } }),
      distinctUsers(project, window, { campaigns, names, asSums, view, only: ads }),
      cohorts === undefined ? [] : sumCohorts(project.id, cohorts, { ...request, by: byAdOnly }),
    ]);
  };
  let found = await read(null, limits.sums + 1);
  if (found[0].length > limits.sums || (await runInSteps(countAds(found[0]))) > limits.ads)
    found = await read(await findLargestAds(project.id, window, campaigns, limits), null);
  const [ledgerRows, mature, users, ofCohorts] = found;
  const tree = await runInSteps(build(new Tree(view), ledgerRows, mature, names, asSums, users));
  return runInSteps(withCohorts(tree, ofCohorts));
}

/** About a few milliseconds of work. */
const rowsPerStep = 2_000;

function* countAds(ledgerRows: AdDimensions[]): WorkSteps<number> {
  const ads = new Set<string>();
  for (const [i, { campaign_id, ad_set_id, creative_id, keyword_id }] of ledgerRows.entries()) {
    ads.add(`${campaign_id} ${ad_set_id}\n${creative_id}\n${keyword_id}`);
    if (i % rowsPerStep === 0) yield;
  }
  return ads.size;
}

function* withCohorts(tree: Tree, rows: CohortSumBy<(typeof byAdOnly)[number]>[]): WorkSteps<Tree> {
  for (let i = 0; i < rows.length; i += rowsPerStep) {
    tree.addCohorts(rows.slice(i, i + rowsPerStep));
    yield;
  }
  return tree;
}

function* build(
  tree: Tree,
  ledgerRows: AdSum[],
  mature: MatureSum[],
  names: string[],
  asSums: boolean,
  users: Awaited<ReturnType<typeof distinctUsers>>,
): WorkSteps<Tree> {
  for (let i = 0; i < ledgerRows.length; i += rowsPerStep) {
    tree.addLedgerRows(ledgerRows.slice(i, i + rowsPerStep));
    yield;
  }
  for (let i = 0; i < mature.length; i += rowsPerStep) {
    tree.addMature(mature.slice(i, i + rowsPerStep));
    yield;
  }
  if (asSums) yield* tree.addUsers(names, users.events);
  else tree.addUnique(users.events, "uniqueEvents");
  tree.addUnique(users.payments, "uniquePayments");
  return tree;
}
