import { addDays } from "@/lib/base/days";
import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import { readCountryCode, readOs, unlessRejected, withBreakdown } from "@/lib/spend/pull/breakdown";
import { refreshAccess } from "@/lib/spend/pull/oauth";
import {
  type CallNetwork,
  type NetworkResponse,
  PullProblem,
  pagesOf,
  pullProblem,
  retryTemporary,
} from "@/lib/spend/pull/request";
import {
  addRemainder,
  hasFigures,
  midnightIn,
  type PulledRow,
  type PullWindow,
  parsedDay,
  pulledRow,
  readCurrencyCode,
  readPulledCount,
  readPulledList,
  readPulledObject,
  readPulledText,
  readWholeMicros,
} from "@/lib/spend/pull/rows";
import type { PullAccount, PullDependencies, SpendSource } from "@/lib/spend/pull/source";

const name = "Snapchat";
const events = { sign_ups: "conversion_sign_ups", purchases: "conversion_purchases" } as const;
const costs = ["spend", "impressions", "swipes"];
const installs = ["total_installs", ...Object.values(events)];

type Item = Record<string, unknown>;
/** An account with a token for one pull. */
type Session = { call: CallNetwork; base: string; account: PullAccount; token: string };

async function openSession(account: PullAccount, { call, base }: PullDependencies): Promise<Session> {
  const token = await refreshAccess(name, account, call, base.snapToken);
  return { call, base: base.snap, account, token };
}

/** Pulls ads, and the remaining spend of campaigns: the ads of some formats are not listed. */
export const pullSnap: SpendSource["pull"] = async (account, window, dependencies) => {
  const session = await openSession(account, dependencies);
  const about = await accountOf(session);
  const zone = readPulledText(about.timezone);
  const currency = readCurrencyCode(about.currency, name);
  const stats = (breakdown: "campaign" | "ad", fields: readonly string[], dimension?: string) =>
    fetchStats(session, window, zone, { breakdown, fields, dimension });
  const whole = await stats("campaign", [...costs, ...installs]);
  const claims = sumPulled(whole.map(claimIn));
  const costly = whole.filter((line) => hasFigures(figuresIn(line)));
  if (costly.length === 0) return { rows: [], claims };
  const named = await namesOf(session);
  const rowOf = (line: Line): PulledRow[] => {
    const known = line.type === "campaign" ? { campaignId: line.id } : named.ad(line.id);
    if (!known) return [];
    return [
      pulledRow({
        ...known,
        campaignName: named.campaign(known.campaignId),
        day: line.day,
        currency,
        ...figuresIn(line),
      }),
    ];
  };
  const keyOf = (row: PulledRow) => `${row.day} ${row.campaignId}`;
  const ads = await stats("ad", costs);
  const rows = addRemainder(costly.flatMap(rowOf), ads.flatMap(rowOf), keyOf);
  const parts = async (breakdown: "campaign" | "ad") =>
    (await stats(breakdown, costs, "country,os")).flatMap((line) =>
      rowOf(line).map((row) => ({
        ...row,
        country: readCountryCode(line.stats.country),
        platform: readOs(line.stats.os),
      })),
    );
  const broken = await unlessRejected(async () => {
    const ofAds = await parts("ad");
    const hasRemainder = rows.some(({ creativeId }) => creativeId === "");
    if (!hasRemainder) return ofAds;
    return addRemainder(
      await parts("campaign"),
      ofAds,
      (row) => `${keyOf(row)} ${row.country} ${row.platform}`,
    );
  }, []);
  return { rows: withBreakdown(rows, broken), claims };
};

export const snapTimeZone: SpendSource["zone"] = async (account, dependencies) =>
  readPulledText((await accountOf(await openSession(account, dependencies))).timezone);

const accountPath = ({ account }: Session) => `adaccounts/${encodeURIComponent(account.externalId)}`;

async function accountOf(session: Session): Promise<Item> {
  const { adaccounts } = await fetchObject(session, accountPath(session), {});
  return readPulledObject(readPulledObject(readPulledList(adaccounts)[0]).adaccount);
}

/** The campaign, ad squad and names of each ad. */
async function namesOf(session: Session) {
  const list = async (plural: string, one: string) => {
    const items = await fetchAll(session, plural, one);
    return new Map(items.map((item) => [readPulledText(item.id), item]));
  };
  const [campaigns, squads, ads] = [
    await list("campaigns", "campaign"),
    await list("adsquads", "adsquad"),
    await list("ads", "ad"),
  ];
  const nameOf = (item: Item | undefined) => readPulledText(item?.name);
  return {
    campaign: (id: string) => nameOf(campaigns.get(id)),
    ad(id: string) {
      const squad = squads.get(readPulledText(ads.get(id)?.ad_squad_id));
      const campaignId = readPulledText(squad?.campaign_id);
      if (!squad || campaignId === "") return null;
      return {
        campaignId,
        adSetId: readPulledText(squad.id),
        adSetName: nameOf(squad),
        creativeId: id,
        creativeName: nameOf(ads.get(id)),
      };
    },
  };
}

/** Addresses in responses are not followed; the next page is its cursor. */
async function fetchAll(session: Session, plural: string, one: string): Promise<Item[]> {
  const items: Item[] = [];
  const note = pagesOf("Snapchat");
  for (let cursor = ""; ; ) {
    note(cursor);
    const body = await fetchObject(session, `${accountPath(session)}/${plural}`, {
      limit: "1000",
      ...(cursor && { cursor }),
    });
    items.push(...readPulledList(body[plural]).map((item) => readPulledObject(readPulledObject(item)[one])));
    const next = readPulledText(readPulledObject(body.paging).next_link);
    cursor = URL.canParse(next) ? (new URL(next).searchParams.get("cursor") ?? "") : "";
    if (cursor === "") return items;
  }
}

type Line = { type: "campaign" | "ad"; id: string; day: string; stats: Item };

type StatsRequest = {
  breakdown: "campaign" | "ad";
  fields: readonly string[];
  dimension?: string | undefined;
};

/** A line for each entity and day, or for each of its dimensions. */
async function fetchStats(
  session: Session,
  { from, to }: PullWindow,
  zone: string,
  { breakdown, fields, dimension }: StatsRequest,
): Promise<Line[]> {
  const body = await fetchObject(session, `${accountPath(session)}/stats`, {
    breakdown,
    granularity: "DAY",
    fields: fields.join(),
    start_time: midnightIn(zone, from, name),
    end_time: midnightIn(zone, addDays(to, 1), name),
    action_report_time: "conversion",
    ...(dimension && { report_dimension: dimension }),
  });
  return readPulledList(body.timeseries_stats).flatMap((each) => {
    const { timeseries_stat: whole } = readPulledObject(each);
    const entities = readPulledList(readPulledObject(readPulledObject(whole).breakdown_stats)[breakdown]);
    return entities.map(readPulledObject).flatMap((entity) =>
      readPulledList(entity.timeseries)
        .map(readPulledObject)
        .flatMap((point) =>
          (dimension ? readPulledList(point.dimension_stats) : [point.stats]).map((stats) => ({
            type: breakdown,
            id: readPulledText(entity.id),
            day: parsedDay(point.start_time, name),
            stats: readPulledObject(stats),
          })),
        ),
    );
  });
}

const figuresIn = ({ stats }: Line) => ({
  micros: readWholeMicros(stats.spend, name),
  counts: {
    impressions: readPulledCount(stats.impressions, name),
    clicks: readPulledCount(stats.swipes, name),
  },
});

function claimIn(line: Line): PulledClaim {
  const { id, day, stats } = line;
  const count = (field: string) => readPulledCount(stats[field], name);
  return {
    day,
    campaignId: id,
    ...figuresIn(line).counts,
    installs: count("total_installs"),
    windows: {},
    conversions: Object.fromEntries(Object.entries(events).map(([label, field]) => [label, count(field)])),
  };
}

const fetchObject = (
  { call, base, account, token }: Session,
  path: string,
  query: Record<string, string>,
): Promise<Item> =>
  retryTemporary(async () => {
    const url = new URL(`${base}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const answer = await call(url, { headers: { authorization: `Bearer ${token}` } });
    const problem = snapProblem(answer);
    if (problem) throw problem;
    return readPulledObject(answer.body);
  }, account.wait);

/** A response with status 200 may contain a rejected part. */
function snapProblem(answer: NetworkResponse): PullProblem | null {
  const body = readPulledObject(answer.body);
  const { request_status, debug_message, display_message, error_code } = body;
  const reason = [error_code, readPulledText(display_message) || debug_message]
    .map(readPulledText)
    .filter(Boolean)
    .join(": ");
  const plain = pullProblem(name, answer, reason);
  if (plain) return plain;
  const parts = readPulledList(body.timeseries_stats).map(
    (part) => readPulledObject(part).sub_request_status ?? "",
  );
  const isRejected = [request_status, ...parts].some((status) => /^error/i.test(readPulledText(status)));
  return isRejected
    ? new PullProblem("answer", `Snapchat rejected the query: ${reason || "no reason"}`)
    : null;
}
