import type { AdDimensions } from "@/lib/ledger/shown-ads-queries";
import type { WorkSteps } from "@/lib/platform/steps";
import { cohortSumKey } from "@/lib/reporting/metrics/cohort-columns";
import {
  documentedValue,
  type Metric,
  type MetricName,
  type MetricView,
  metrics,
} from "@/lib/reporting/metrics/metrics";
import {
  adRevenueMeasures,
  eventMeasures,
  noSums,
  paymentMeasures,
  type Sum,
  type Sums,
} from "@/lib/reporting/metrics/sums";
import type { CohortSum } from "@/lib/reporting/tree/cohort-queries";
import type { AdSum, CampaignSum } from "@/lib/reporting/tree/queries";
import type { UniqueUsers } from "@/lib/reporting/tree/unique-queries";

/** A campaign, ad set, creative or keyword with the sums of everything at it and below it. */
export type TreeNode = { sums: Sums; uniqueEvents: Map<string, number>; uniquePayments: Map<string, number> };
export type AdSetNode = TreeNode & { creatives: Map<string, TreeNode>; keywords: Map<string, TreeNode> };
export type CampaignNode = TreeNode & { adSets: Map<string, AdSetNode> };

export type MatureSum = AdSum & { age: number };

/** The name of the ad set for creatives and keywords without one. */
export const noAdSet = "No ad set";

const newNode = (view: MetricView): TreeNode => ({
  sums: noSums(view),
  uniqueEvents: new Map(),
  uniquePayments: new Map(),
});

function addTo(map: Map<string, Sum>, key: string, cell: Sum): void {
  const sum = map.get(key);
  if (sum) {
    sum.count += cell.count;
    sum.amount += cell.amount;
  } else map.set(key, { count: cell.count, amount: cell.amount });
}

export const addCohortSum = (sums: Pick<Sums, "cohorts">, sum: CohortSum): void =>
  addTo(sums.cohorts, cohortSumKey(sum.at, sum.measure, sum.name), sum);

export type MeasuredSum = Sum & {
  measure: string;
  name: string;
  /** Of the campaign. Only summed for the retargeting view. */
  purpose?: string;
};

export function addSum(sums: Sums, cell: MeasuredSum, view: MetricView = "user_acquisition"): void {
  const { measure, name } = cell;
  if (sums.retargeting && cell.purpose === "retargeting") addSum(sums.retargeting, cell, view);
  if (measure === "payment" || measure === "return_payment") {
    if (measure === paymentMeasures[view]) addTo(sums.payments, name, cell);
  } else if (measure === "ad_revenue" || measure === "return_ad_revenue") {
    // The view's own under one name.
    if (measure === adRevenueMeasures[view]) addTo(sums.measures, adRevenueMeasures.user_acquisition, cell);
  } else if (measure === "event" || measure === "return_event") {
    if (measure === eventMeasures[view]) addTo(sums.events, name, cell);
    // Users of events are not counted by return.
  } else if (measure === "event_users") {
    if (view === "user_acquisition") addTo(sums.users, name, cell);
  } else addTo(sums.measures, measure, cell);
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Adds up rows with the same key. Each group keeps the other columns of its first row. */
export function groupSums<Row extends MeasuredSum, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Row & { sums: Sums }> {
  const groups = new Map<Key, Row & { sums: Sums }>();
  for (const row of rows) addSum(at(groups, keyOf(row), () => ({ ...row, sums: noSums() })).sums, row);
  return groups;
}

/** About a few milliseconds of work. */
const namesPerStep = 20_000;

export class Tree {
  private readonly campaigns = new Map<number, CampaignNode>();
  private readonly view: MetricView;

  constructor(view: MetricView = "user_acquisition") {
    this.view = view;
  }

  campaign(id: number): CampaignNode {
    let node = this.campaigns.get(id);
    if (!node) {
      node = { ...newNode(this.view), adSets: new Map() };
      this.campaigns.set(id, node);
    }
    return node;
  }

  addLedgerRows(ledgerRows: AdSum[]): void {
    for (const cell of ledgerRows) for (const node of this.nodesOf(cell)) addSum(node.sums, cell, this.view);
  }

  addMature(ledgerRows: MatureSum[]): void {
    for (const cell of ledgerRows) {
      for (const node of this.nodesOf(cell))
        addTo(node.sums.mature, `${cell.measure} ${cell.name} ${cell.age}`, cell);
    }
  }

  addCohorts(rows: (CohortSum & AdDimensions)[]): void {
    for (const row of rows) for (const node of this.nodesOf(row)) addCohortSum(node.sums, row);
  }

  addUnique(rows: UniqueUsers[], which: "uniqueEvents" | "uniquePayments"): void {
    for (const row of rows) {
      const node = this.nodeOf(row);
      if (node) node[which].set(row.name, Math.max(node[which].get(row.name) ?? 0, row.users));
    }
  }

  /** Adds the users of events: the sum of their cells, minus the users counted twice at a level. */
  *addUsers(names: string[], twice: UniqueUsers[]): WorkSteps<void> {
    let scanned = 0;
    for (const node of this.everyNode()) {
      for (const name of names) {
        const users = node.sums.users.get(name)?.count;
        if (users !== undefined) node.uniqueEvents.set(name, users);
      }
      scanned += names.length;
      if (scanned > namesPerStep) {
        scanned = 0;
        yield;
      }
    }
    const max = new Map<string, Map<TreeNode, number>>();
    for (const row of twice) {
      const node = this.nodeOf(row);
      const ofName = at(max, row.name, () => new Map<TreeNode, number>());
      if (node) ofName.set(node, Math.max(ofName.get(node) ?? 0, row.users));
    }
    for (const [name, nodes] of max)
      for (const [node, users] of nodes)
        node.uniqueEvents.set(name, (node.uniqueEvents.get(name) ?? 0) - users);
  }

  /** Rows come from grouping sets: null means that the level is not grouped, or that the install has no value. */
  private nodeOf(row: UniqueUsers): TreeNode | undefined {
    const campaign = this.campaigns.get(row.campaign_id);
    if (row.ad_set_id === null) return campaign;
    const adSet = campaign?.adSets.get(row.ad_set_id);
    if (row.creative_id) return adSet?.creatives.get(row.creative_id);
    if (row.keyword_id) return adSet?.keywords.get(row.keyword_id);
    return adSet;
  }

  private *everyNode(): Iterable<TreeNode> {
    for (const campaign of this.campaigns.values()) {
      yield campaign;
      for (const adSet of campaign.adSets.values()) {
        yield adSet;
        yield* adSet.creatives.values();
        yield* adSet.keywords.values();
      }
    }
  }

  /** A creative or keyword with an unknown ad set belongs to the ad set without an ID. */
  private nodesOf(cell: AdDimensions): TreeNode[] {
    const campaign = this.campaign(cell.campaign_id);
    if (cell.ad_set_id === "" && cell.creative_id === "" && cell.keyword_id === "") return [campaign];
    const adSet = at(campaign.adSets, cell.ad_set_id, () => ({
      ...newNode(this.view),
      creatives: new Map(),
      keywords: new Map(),
    }));
    const nodes: TreeNode[] = [campaign, adSet];
    const make = () => newNode(this.view);
    if (cell.creative_id !== "") nodes.push(at(adSet.creatives, cell.creative_id, make));
    if (cell.keyword_id !== "") nodes.push(at(adSet.keywords, cell.keyword_id, make));
    return nodes;
  }
}

export const namesOfAds = (names: { campaign_id: number; level: string; ad_id: string; name: string }[]) =>
  new Map(names.map((one) => [`${one.campaign_id} ${one.level} ${one.ad_id}`, one.name]));

/** The key of the report's rows. */
export const adSetKey = (campaign: number, adSetId: string) => `${campaign}/${encodeURIComponent(adSetId)}`;
export const leafKey = (adSet: string, level: "creative" | "keyword", id: string) =>
  `${adSet}/${level}:${encodeURIComponent(id)}`;

/** Rows without a value are last, such as a return on no spend. */
export function sortNodes<C extends { id: number; created_at: Date }>(
  campaigns: C[],
  sums: CampaignSum[],
  field: MetricName | "created_at",
  direction: 1 | -1,
  view: MetricView,
  shownBy: (metric: Metric, sums: Sums) => number | null = documentedValue,
): C[] {
  const worth = new Map<number, number | null>();
  if (field !== "created_at") {
    const tree = new Tree(view);
    tree.addLedgerRows(sums.map((sum) => ({ ...sum, ad_set_id: "", creative_id: "", keyword_id: "" })));
    for (const { id } of campaigns) worth.set(id, shownBy(metrics[field], tree.campaign(id).sums));
  } else for (const { id, created_at } of campaigns) worth.set(id, created_at.getTime());
  return sortCampaigns(campaigns, (id) => worth.get(id) ?? null, direction);
}

/** Campaigns in the order of a value; those without one are last in both directions. */
export function sortCampaigns<C extends { id: number; created_at: Date }>(
  campaigns: readonly C[],
  worthOf: (id: number) => number | string | null,
  direction: 1 | -1,
): C[] {
  const worth = new Map(campaigns.map(({ id }) => [id, worthOf(id)]));
  return [...campaigns].sort((a, b) => {
    const [left, right] = [worth.get(a.id) ?? null, worth.get(b.id) ?? null];
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -direction : direction;
    }
    return b.created_at.getTime() - a.created_at.getTime() || b.id - a.id;
  });
}
