import type { z } from "zod";
import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { spendOfCampaigns } from "@/lib/apple/figures/cost";
import {
  findHasPostbacks,
  findPostbackGroups,
  findSchemas,
  type PostbackGroup,
} from "@/lib/apple/figures/queries";
import { type ConversionSchemas, postbackValue } from "@/lib/apple/figures/rules";
import { firstWindowDelayMs } from "@/lib/apple/postbacks/rules";
import { appleSettingsOf, networkNameOf } from "@/lib/apple/postbacks/settings";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { timeRangeOf } from "@/lib/platform/keyset";
import { addIosFigures, type IosParts, iosFiguresOf, unmatchedEligible } from "@/lib/reporting/ios/combine";
import { minDeliveredShare, rangeCoverage } from "@/lib/reporting/ios/counted-twice";
import {
  backtestFolds,
  backtestMissingValues,
  estimateMissingValues,
  type ValuedGroup,
} from "@/lib/reporting/ios/missing-values";
import {
  type CampaignRow,
  countOrganicInstalls,
  findCampaignsById,
  findKnownInstalls,
  partsStatement,
} from "@/lib/reporting/ios/queries";
import type { IosEstimate, IosRow, iosEstimateQuery } from "@/lib/reporting/ios/schema";
import { overviewDays } from "@/lib/reporting/overview/overview";
import type { ShownSql } from "@/lib/reporting/shown-sql/schema";

/** Known installs count with what they paid up to this age, about as long as Apple's windows. */
const revenueAge = 30;
const noKnown = { by_id: 0, by_token: 0, by_likelihood: 0, eligible: 0 };
const noNetworkLabel = "No network";

type Query = z.output<typeof iosEstimateQuery>;

function spanOf(project: Project, query: Query, now: Date) {
  const { from, to } = overviewDays(project, query, now);
  const { start, end } = timeRangeOf(project.timeZone, { from, to });
  const arrivedBefore = new Date(now.getTime() - firstWindowDelayMs);
  return { from, to, arrivedBefore, span: { start: start!, end: end! } };
}

/** The SQL of the counts that estimates are computed from. */
export function iosEstimateSql(project: Project, query: Query, now: Date): ShownSql {
  const { timeZone } = project;
  const { from, to, arrivedBefore, span } = spanOf(project, query, now);
  const statement = partsStatement(project.id, { ...span, arrivedBefore, timeZone });
  return {
    sql: `-- The counts behind the iOS estimate, installs of ${from} to ${to} in ${timeZone}. The estimate itself is computed from them.\n${statementText(statement)};`,
    left_out: [],
  };
}

/** iOS installs by network and campaign: those known here and those that only Apple reports. Nothing is stored. */
export async function estimateIos(project: Project, query: Query, now: Date): Promise<IosEstimate> {
  const { from, to, arrivedBefore, span } = spanOf(project, query, now);
  const [groups, known, organic, hasAny] = await Promise.all([
    findPostbackGroups(project.id, { ...span, by: "began", timeZone: project.timeZone }, backtestFolds),
    findKnownInstalls(project.id, { ...span, arrivedBefore }),
    countOrganicInstalls(project.id, span),
    findHasPostbacks(project.id),
  ]);
  const downloads = groups.filter(({ conversion_type: type }) => type === "download");
  const versions = [...new Set(downloads.flatMap((group) => [group.schema_from, group.schema_until]))];
  const ids = [
    ...new Set([
      ...known.map(({ campaign_id: id }) => id),
      ...downloads.flatMap(({ campaign_id: id }) => id ?? []),
    ]),
  ];
  const [schemas, campaigns, spend, revenue] = await Promise.all([
    findSchemas(project.id, versions),
    findCampaignsById(project.id, ids),
    spendOfCampaigns(project.id, ids, { from, to }),
    revenueOfCampaigns(project, ids, { from, to }),
  ]);
  const valued = downloads.map(
    valuer(project, new Map(schemas.map(({ version, rules }) => [version, rules]))),
  );
  const worthIn = estimateMissingValues(valued.map(({ value }) => value));
  const dependsOnRevenue = valued.some(({ value }) => value.worth !== null);

  const partsOf = (own: typeof valued, campaign: CampaignRow | null): IosParts => {
    const worth = worthIn(own.map(({ value }) => value));
    const { eligible, ...kinds } = known.find(({ campaign_id }) => campaign_id === campaign?.id) ?? noKnown;
    const { by_id, by_token, by_likelihood } = kinds;
    return {
      known: { by_id, by_token, by_likelihood },
      eligible,
      apple: own
        .filter(({ group }) => group.sequence === 0)
        .reduce((sum, { group }) => sum + group.postbacks, 0),
      revenue: campaign === null ? 0 : (revenue.get(campaign.id) ?? 0),
      worth: dependsOnRevenue ? worth : null,
      missing: { missing: worth.missing, unshared: worth.unshared },
      spend: campaign === null ? null : (spend.get(campaign.id) ?? { ios: 0, notBrokenDown: 0 }),
    };
  };

  const named = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const ofCampaign = Map.groupBy(valued, ({ group }) => group.campaign_id);
  const networkOf = (campaign: CampaignRow) =>
    networkLabel(campaign.network) ?? ofCampaign.get(campaign.id)?.[0]?.value.network ?? noNetworkLabel;
  const rows = Map.groupBy(
    ids.flatMap((id) => named.get(id) ?? []),
    networkOf,
  );
  const strangers = Map.groupBy(ofCampaign.get(null) ?? [], ({ value }) => value.network);
  const networks = [...new Set([...rows.keys(), ...strangers.keys()])].map((network) => {
    const assigned = (rows.get(network) ?? []).map((campaign) => ({
      campaign,
      parts: partsOf(ofCampaign.get(campaign.id) ?? [], campaign),
    }));
    const own: IosRow[] = assigned.map(({ campaign: { network: _, ...campaign }, parts }) => ({
      campaign,
      matches_several: false,
      ...iosFiguresOf(parts),
    }));
    const unassigned = strangers.get(network);
    if (unassigned) {
      const parts = partsOf(unassigned, null);
      const eligible = unmatchedEligible(assigned.map((one) => one.parts));
      const figures = iosFiguresOf({ ...parts, eligible });
      // The eligible installs are known in their own campaigns; here they only reduce Apple's count.
      own.push({
        campaign: null,
        matches_several: unassigned.some(({ group }) => group.campaigns > 1),
        ...figures,
        eligible: 0,
      });
    }
    own.sort((a, b) => b.installs.mid - a.installs.mid);
    return { network, ...addIosFigures(own), campaigns: own };
  });
  networks.sort((a, b) => b.installs.mid - a.installs.mid || a.network.localeCompare(b.network));
  const tested = backtestMissingValues(valued.map(({ value }) => value));
  return {
    from,
    to,
    complete_until: addDays(dayIn(project.timeZone, arrivedBefore), -1),
    has_any: hasAny,
    coverage: rangeCoverage,
    min_delivered: minDeliveredShare,
    organic,
    total: addIosFigures(networks.flatMap((one) => one.campaigns)),
    networks,
    backtest: tested && {
      hidden: tested.hidden,
      off: Math.round(tested.off),
      actual: Math.round(tested.actual),
    },
  };
}

function valuer(project: Project, schemas: ConversionSchemas) {
  const settings = appleSettingsOf(project.settings);
  const scale = 10 ** currencyDigits(project.currency);
  return (group: PostbackGroup & { fold: number }): { group: PostbackGroup; value: ValuedGroup } => {
    const { revenue: worth } = postbackValue(group, schemas);
    return {
      group,
      value: {
        network: networkNameOf(settings, group.network_id),
        source: group.source_identifier,
        sequence: group.sequence,
        postbacks: group.postbacks,
        hasValue: group.fine !== null || group.coarse !== null,
        worth: worth && { low: worth.low * scale, mid: worth.mid * scale, high: worth.high * scale },
        fold: group.fold,
      },
    };
  };
}

/** What the iOS installs of these days paid, up to an age. */
async function revenueOfCampaigns(
  project: Project,
  campaigns: number[],
  days: { from: string; to: string },
): Promise<Map<number, number>> {
  const revenue = new Map<number, number>();
  if (campaigns.length === 0) return revenue;
  const sums = await sumLedger(project.id, {
    by: ["campaign_id", "name"],
    measures: ["revenue_since"],
    days,
    where: { campaign_id: campaigns, platform: "IOS" },
  });
  for (const { campaign_id, name, amount } of sums)
    if (Number(name) <= revenueAge) revenue.set(campaign_id, (revenue.get(campaign_id) ?? 0) + amount);
  return revenue;
}
