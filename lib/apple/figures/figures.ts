import type { z } from "zod";
import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { conversionRulesInForce } from "@/lib/apple/conversion-values/value";
import { appleCostOf, spendOfCampaigns } from "@/lib/apple/figures/cost";
import {
  countArrivedPostbacks,
  figuresStatement,
  findHasPostbacks,
  findPostbackCountries,
  findPostbackDays,
  findPostbackGroups,
  findSchemas,
  findSourceCampaigns,
  type PostbackGroup,
} from "@/lib/apple/figures/queries";
import { type ConversionSchemas, sumPostbackGroups } from "@/lib/apple/figures/rules";
import type { AppleFigures, appleFiguresQuery } from "@/lib/apple/figures/schema";
import { crowdTierOf } from "@/lib/apple/postbacks/rules";
import { appleSettingsOf, networkNameOf } from "@/lib/apple/postbacks/settings";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import { dayIn } from "@/lib/base/time";
import type { CampaignName } from "@/lib/campaigns/list-fields";
import { timeRangeOf } from "@/lib/platform/keyset";

const defaultDays = 30;
/** A network may have ten thousand source identifiers. */
const maxSources = 50;

type Query = z.output<typeof appleFiguresQuery>;

function spanOf({ timeZone }: Project, query: Query, now: Date) {
  const to = query.to ?? dayIn(timeZone, now);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const { start, end } = timeRangeOf(timeZone, { from, to });
  return { from, to, span: { start: start!, end: end!, by: query.by, timeZone } };
}

/** The SQL of the table of networks and campaigns; the revenue of conversion values is not in the database. */
export function appleFiguresSql(project: Project, query: Query, now: Date) {
  const { from, to, span } = spanOf(project, query, now);
  const days = query.by === "received" ? "received" : "with an estimated start of their window";
  return {
    sql: `-- Apple's postbacks ${days} from ${from} to ${to} in ${project.timeZone}.\n${statementText(figuresStatement(project.id, span))};`,
    left_out: [],
  };
}

export async function applePostbackFigures(project: Project, query: Query, now: Date): Promise<AppleFigures> {
  const { from, to, span } = spanOf(project, query, now);
  const [groups, days, countries, arrived, hasAny, campaigns] = await Promise.all([
    findPostbackGroups(project.id, span),
    findPostbackDays(project.id, span),
    findPostbackCountries(project.id, span),
    countArrivedPostbacks(project.id, span),
    findHasPostbacks(project.id),
    findSourceCampaigns(project.id),
  ]);
  const versions = [...new Set(groups.flatMap((group) => [group.schema_from, group.schema_until]))];
  const schemas: ConversionSchemas = new Map(
    (await findSchemas(project.id, versions)).map(({ version, rules }) => [version, rules]),
  );
  const firsts = groups.filter(({ sequence }) => sequence === 0);
  return {
    from,
    to,
    by: query.by,
    has_any: hasAny,
    postbacks: countOf(groups),
    redownloads: countOf(firsts.filter((group) => group.conversion_type === "redownload")),
    reengagements: countOf(firsts.filter((group) => group.conversion_type === "re-engagement")),
    ...sumPostbackGroups(groups, schemas, currencyDigits(project.currency)),
    arrived,
    days: daysOf(days, from, to),
    groups: await withCosts(project, groupsOf(project, groups, campaigns, schemas), { from, to }),
    values: Array.from({ length: 64 }, (_, value) => countOf(firsts.filter(({ fine }) => fine === value))),
    coarse: [0, 1, 2].map((sequence) => {
      const own = groups.filter((group) => group.sequence === sequence && group.fine === null);
      const of = (value: string | null) => countOf(own.filter(({ coarse }) => coarse === value));
      return { low: of("low"), medium: of("medium"), high: of("high"), none: of(null) };
    }),
    tiers: [0, 1, 2, 3].map((tier) => countOf(firsts.filter((group) => tierIn(group) === tier))),
    countries: countries.map(({ country, postbacks }) => ({ country, postbacks })),
    with_country: countries[0]?.all ?? 0,
    rules: conversionRulesInForce(project).rules,
  };
}

const countOf = (some: readonly PostbackGroup[]) => some.reduce((sum, { postbacks }) => sum + postbacks, 0);

const tierIn = ({ fine, coarse, detailed }: PostbackGroup) =>
  crowdTierOf({ fine: fine !== null, coarse: coarse !== null, detailed });

type DayRow = { day: string; sequence: 0 | 1 | 2; postbacks: number };

function daysOf(rows: readonly DayRow[], from: string, to: string): AppleFigures["days"] {
  const found = Map.groupBy(rows, ({ day }) => day);
  const days: AppleFigures["days"] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const windows: [number, number, number] = [0, 0, 0];
    for (const { sequence, postbacks } of found.get(day) ?? []) windows[sequence] += postbacks;
    days.push({ day, windows });
  }
  return days;
}

type GroupFigures = Omit<AppleFigures["groups"][number], "cost">;

async function withCosts(
  project: Project,
  groups: GroupFigures[],
  days: { from: string; to: string },
): Promise<AppleFigures["groups"]> {
  const ofCampaign = Map.groupBy(groups, ({ campaign }) => campaign?.id ?? null);
  const ids = [...ofCampaign.keys()].filter((id) => id !== null);
  const spend = await spendOfCampaigns(project.id, ids, days);
  return groups.map((group) => {
    const { campaign } = group;
    const known = campaign && (spend.get(campaign.id) ?? { ios: 0, notBrokenDown: 0 });
    const { length } = ofCampaign.get(campaign?.id ?? null) ?? [];
    return { ...group, cost: appleCostOf(group, { groups: length, spend: known }) };
  });
}

/**
 * By network and campaign, the most installs first. Sources without a campaign form one group, and sources whose digits
 * match several campaigns another one.
 */
function groupsOf(
  project: Project,
  groups: readonly PostbackGroup[],
  campaigns: readonly CampaignName[],
  schemas: ConversionSchemas,
): GroupFigures[] {
  const settings = appleSettingsOf(project.settings);
  const digits = currencyDigits(project.currency);
  const named = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const together = Map.groupBy(
    groups,
    ({ network_id, campaign_id, campaigns: several }) =>
      `${network_id} ${campaign_id ?? (several > 1 ? "several" : "")}`,
  );
  return [...together.values()]
    .map((own) => {
      const [first] = own;
      const bySource = [...Map.groupBy(own, ({ source_identifier }) => source_identifier)].sort(
        ([, a], [, b]) => countOf(b) - countOf(a),
      );
      const others = bySource.slice(maxSources);
      return {
        network_id: first!.network_id,
        network: networkNameOf(settings, first!.network_id),
        campaign: named.get(first!.campaign_id ?? 0) ?? null,
        matches_several: first!.campaigns > 1,
        ...sumPostbackGroups(own, schemas, digits),
        sources: bySource.slice(0, maxSources).map(([source_identifier, some]) => ({
          source_identifier,
          ...sumPostbackGroups(some, schemas, digits),
        })),
        others:
          others.length === 0
            ? null
            : {
                identifiers: others.length,
                ...sumPostbackGroups(
                  others.flatMap(([, some]) => some),
                  schemas,
                  digits,
                ),
              },
      };
    })
    .sort((a, b) => b.windows[0] - a.windows[0] || a.network.localeCompare(b.network));
}
