import { addDays } from "@/lib/base/days";
import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import {
  readCountryCode,
  readOs,
  unlessRejected,
  withBreakdown,
  withOnlyPlatform,
} from "@/lib/spend/pull/breakdown";
import { refreshAccess } from "@/lib/spend/pull/oauth";
import {
  type CallNetwork,
  PullProblem,
  pagesOf,
  pullProblem,
  retryTemporary,
} from "@/lib/spend/pull/request";
import {
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

const name = "Reddit";
const traffic = ["SPEND", "IMPRESSIONS", "CLICKS"];
const events = { sign_ups: "APP_INSTALL_SIGN_UP_COUNT", purchases: "APP_INSTALL_PURCHASE_COUNT" } as const;
const conversions = ["APP_INSTALL_INSTALL_COUNT", ...Object.values(events)];

type Item = Record<string, unknown>;
type Session = { call: CallNetwork; base: string; account: PullAccount; token: string };

async function openSession(account: PullAccount, { call, base }: PullDependencies): Promise<Session> {
  const token = await refreshAccess(name, account, call, base.redditToken, { clientInHeader: true });
  return { call, base: base.reddit, account, token };
}

/** Pulls one line per day and ad. A report has at most three breakdowns, so countries and systems are two reports. */
export const pullReddit: SpendSource["pull"] = async (account, window, dependencies) => {
  const session = await openSession(account, dependencies);
  const about = await accountOf(session);
  const zone = readPulledText(about.time_zone_id);
  const currency = readCurrencyCode(about.currency, name);
  const report = (breakdowns: readonly string[], fields: readonly string[]) =>
    fetchReport(session, window, zone, { breakdowns, fields });
  const { lines, hasConversions } = await wholeReport(report);
  const claims = sumPulled(lines.map((line) => claimIn(line, hasConversions)));
  const costly = lines.filter((line) => hasFigures(figuresIn(line)));
  if (costly.length === 0) return { rows: [], claims };
  const named = await namesOf(session);
  const whole = costly.map((line) =>
    pulledRow({
      ...dimensionsOf(line),
      ...named(readPulledText(line.campaign_id), readPulledText(line.ad_id)),
      currency,
      ...figuresIn(line),
    }),
  );
  // The other reports have only the ad's ID.
  const ads = new Map(whole.map((row) => [`${row.day} ${row.creativeId}`, row]));
  const partsBy = (dimension: "COUNTRY" | "OS_TYPE", of: (line: Item) => Partial<PulledRow>) =>
    unlessRejected(
      async () =>
        (await report(["DATE", "AD_ID", dimension], traffic)).flatMap((line) => {
          const ad = ads.get(`${parsedDay(line.date, name)} ${readPulledText(line.ad_id)}`);
          return ad ? [{ ...ad, ...of(line), ...figuresIn(line) }] : [];
        }),
      [],
    );
  const systems = await partsBy("OS_TYPE", (line) => ({ platform: readOs(line.os_type) }));
  const countries = await partsBy("COUNTRY", (line) => ({ country: readCountryCode(line.country) }));
  return { rows: withBreakdown(withOnlyPlatform(whole, systems), countries), claims };
};

export const redditTimeZone: SpendSource["zone"] = async (account, dependencies) =>
  readPulledText((await accountOf(await openSession(account, dependencies))).time_zone_id);

const accountPath = ({ account }: Session) => `ad_accounts/${encodeURIComponent(account.externalId)}`;

const accountOf = async (session: Session): Promise<Item> =>
  readPulledObject((await fetchPage(session, accountPath(session), {})).data);

type Report = (breakdowns: readonly string[], fields: readonly string[]) => Promise<Item[]>;

async function wholeReport(report: Report) {
  const breakdowns = ["DATE", "CAMPAIGN_ID", "AD_ID"];
  try {
    return { lines: await report(breakdowns, [...traffic, ...conversions]), hasConversions: true };
  } catch (error) {
    // Advertisers without an app may not have these fields, and their cost still counts.
    if (!(error instanceof PullProblem && error.kind === "answer")) throw error;
    return { lines: await report(breakdowns, traffic), hasConversions: false };
  }
}

const dimensionsOf = (line: Item) => ({
  day: parsedDay(line.date, name),
  campaignId: readPulledText(line.campaign_id),
  creativeId: readPulledText(line.ad_id),
});

/** Returns a function for the names of a campaign and an ad, and its ad group. */
async function namesOf(session: Session) {
  const list = async (plural: string) => {
    const pages = await fetchPages(session, `${accountPath(session)}/${plural}`, null);
    const items = pages.flatMap(({ data }) => readPulledList(data).map(readPulledObject));
    return new Map(items.map((item) => [readPulledText(item.id), item]));
  };
  const [campaigns, groups, ads] = [await list("campaigns"), await list("ad_groups"), await list("ads")];
  return (campaignId: string, adId: string) => {
    const ad = ads.get(adId);
    const adSetId = readPulledText(ad?.ad_group_id);
    return {
      campaignName: readPulledText(campaigns.get(campaignId)?.name),
      adSetId,
      adSetName: readPulledText(groups.get(adSetId)?.name),
      creativeName: readPulledText(ad?.name),
    };
  };
}

type ReportRequest = { breakdowns: readonly string[]; fields: readonly string[] };

async function fetchReport(
  session: Session,
  { from, to }: PullWindow,
  zone: string,
  request: ReportRequest,
): Promise<Item[]> {
  const data = {
    ...request,
    starts_at: midnightIn(zone, from, name),
    ends_at: midnightIn(zone, addDays(to, 1), name),
    time_zone_id: zone,
  };
  const pages = await fetchPages(session, `${accountPath(session)}/reports`, { data });
  return pages.flatMap((page) =>
    readPulledList(readPulledObject(page.data).metrics)
      .map(readPulledObject)
      .filter((line) => {
        const day = parsedDay(line.date, name);
        return from <= day && day <= to;
      }),
  );
}

const tokenKey = "page.token";

/** Addresses in responses are not followed; the next page is its token. */
async function fetchPages(session: Session, path: string, body: object | null): Promise<Item[]> {
  const pages: Item[] = [];
  const note = pagesOf("Reddit");
  for (let token = ""; ; ) {
    note(token);
    const query = { "page.size": "100", ...(token && { [tokenKey]: token }) };
    const page = await fetchPage(session, path, query, body);
    pages.push(page);
    const next = readPulledText(readPulledObject(page.pagination).next_url);
    token = URL.canParse(next) ? (new URL(next).searchParams.get(tokenKey) ?? "") : "";
    if (token === "") return pages;
  }
}

const fetchPage = (
  { call, base, account, token }: Session,
  path: string,
  query: Record<string, string>,
  body: object | null = null,
): Promise<Item> =>
  retryTemporary(async () => {
    const url = new URL(`${base}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const authorization = `Bearer ${token}`;
    const answer = await call(
      url,
      body === null
        ? { headers: { authorization } }
        : {
            method: "POST",
            headers: { authorization, "content-type": "application/json" },
            body: JSON.stringify(body),
          },
    );
    const { message, reason } = readPulledObject(readPulledObject(answer.body).error);
    const problem = pullProblem(name, answer, readPulledText(message) || readPulledText(reason));
    if (problem) throw problem;
    return readPulledObject(answer.body);
  }, account.wait);

const figuresIn = (line: Item) => ({
  micros: readWholeMicros(line.spend, name),
  counts: {
    impressions: readPulledCount(line.impressions, name),
    clicks: readPulledCount(line.clicks, name),
  },
});

function claimIn(line: Item, hasConversions: boolean): PulledClaim {
  const count = (field: string) => readPulledCount(line[field.toLowerCase()], name);
  const { day, campaignId } = dimensionsOf(line);
  return {
    ...{ day, campaignId, windows: {} },
    ...figuresIn(line).counts,
    installs: hasConversions ? count("APP_INSTALL_INSTALL_COUNT") : null,
    conversions: hasConversions
      ? Object.fromEntries(Object.entries(events).map(([label, field]) => [label, count(field)]))
      : {},
  };
}
