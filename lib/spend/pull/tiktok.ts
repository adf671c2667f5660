import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import {
  readCountryCode,
  readOs,
  unlessRejected,
  withBreakdown,
  withOnlyPlatform,
} from "@/lib/spend/pull/breakdown";
import {
  type CallNetwork,
  type NetworkResponse,
  PullProblem,
  pullProblem,
  retryTemporary,
} from "@/lib/spend/pull/request";
import {
  hasFigures,
  type PulledRow,
  type PullWindow,
  parsedDay,
  pulledRow,
  readCurrencyCode,
  readMicros,
  readPulledCount,
  readPulledList,
  readPulledObject,
  readPulledText,
} from "@/lib/spend/pull/rows";
import type { PullAccount, SpendSource } from "@/lib/spend/pull/source";
import { tiktokErrorKind } from "@/lib/spend/pull/tiktok-errors";

const name = "TikTok";

const costs = ["spend", "campaign_id", "campaign_name", "adgroup_id", "adgroup_name", "ad_name"];
const traffic = ["impressions", "clicks"];
/** Dated by the time of the conversion, as installs are in Cairn. */
const installs = ["real_time_app_install"];
const events = ["registration", "purchase"];
const conversions = [...installs, ...events];

export const tiktokTimeZone: SpendSource["zone"] = async (account, { call, base }) => {
  const url = new URL(`${base.tiktok}/advertiser/info/`);
  url.searchParams.set("advertiser_ids", JSON.stringify([account.externalId]));
  url.searchParams.set("fields", JSON.stringify(["timezone"]));
  const { list } = await fetchData(call, url, account);
  return readPulledText(readPulledObject(readPulledList(list)[0]).timezone);
};

/** Pulls one line per day and ad. The report has no currency; the account in Cairn has one. */
export const pullTikTok: SpendSource["pull"] = async (account, window, { call, base }) => {
  const currency = readCurrencyCode(account.currency, name);
  const rows: PulledRow[] = [];
  const claims: PulledClaim[] = [];
  let metricNames = [...costs, ...traffic, ...conversions];
  const onPage = (page: number) =>
    fetchPage(call, base.tiktok, account, window, { page, metrics: metricNames });
  for (let page = 1; ; page++) {
    let data: Record<string, unknown>;
    try {
      data = await onPage(page);
    } catch (error) {
      // TikTok rejects these columns for advertisers without an app, whose cost still counts.
      const isRefused = error instanceof PullProblem && error.kind === "answer";
      if (!isRefused || page > 1) throw error;
      metricNames = [...costs, ...traffic];
      data = await onPage(page);
    }
    for (const each of readPulledList(data.list).map(readPulledObject)) {
      rows.push(read(each, currency));
      claims.push(claimIn(each, metricNames.includes("real_time_app_install")));
    }
    if (page >= pagesIn(data)) break;
  }
  const costly = rows.filter(hasFigures);
  if (costly.length === 0) return { rows: costly, claims: sumPulled(claims) };
  const linesBy = (dimension: "country_code" | "platform", report: string) =>
    unlessRejected(() => fetchLines(call, base.tiktok, account, window, { dimension, report }), []);
  // The reports have only the ad's ID.
  const ads = new Map(costly.map((row) => [`${row.day} ${row.creativeId}`, row]));
  const partsOf = (
    lines: readonly Record<string, unknown>[],
    of: (at: Record<string, unknown>) => Partial<PulledRow>,
  ) =>
    lines.flatMap((line) => {
      const { day, creativeId, micros, counts } = read(line, currency);
      const ad = ads.get(`${day} ${creativeId}`);
      return ad ? [{ ...ad, ...of(readPulledObject(line.dimensions)), micros, counts }] : [];
    });
  const platforms = partsOf(await linesBy("platform", "AUDIENCE"), (at) => ({
    platform: readOs(at.platform),
  }));
  const countries = partsOf(await linesBy("country_code", "BASIC"), (at) => ({
    country: readCountryCode(at.country_code),
  }));
  const whole = withOnlyPlatform(costly, platforms);
  return { rows: withBreakdown(whole, countries), claims: sumPulled(claims) };
};

const pagesIn = (data: Record<string, unknown>) => Number(readPulledObject(data.page_info).total_page ?? 1);

async function fetchLines(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  window: PullWindow,
  { dimension, report }: { dimension: string; report: string },
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const data = await fetchPage(call, base, account, window, {
      page,
      metrics: ["spend", ...traffic],
      dimension,
      report,
    });
    lines.push(...readPulledList(data.list).map(readPulledObject));
    if (page >= pagesIn(data)) return lines;
  }
}

type ReportPage = { page: number; metrics: readonly string[]; dimension?: string; report?: string };

async function fetchPage(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  { from, to }: PullWindow,
  { page, metrics, dimension, report = "BASIC" }: ReportPage,
) {
  const url = new URL(`${base}/report/integrated/get/`);
  const query = {
    advertiser_id: account.externalId,
    report_type: report,
    data_level: "AUCTION_AD",
    dimensions: JSON.stringify(["ad_id", "stat_time_day", ...(dimension ? [dimension] : [])]),
    metrics: JSON.stringify(metrics),
    start_date: from,
    end_date: to,
    page: String(page),
    page_size: "1000",
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return fetchData(call, url, account);
}

const fetchData = (call: CallNetwork, url: URL, account: PullAccount) =>
  retryTemporary(async () => {
    const answer = await call(url, { headers: { "access-token": account.credentials.access_token ?? "" } });
    const problem = tiktokProblem(answer);
    if (problem) throw problem;
    return readPulledObject(readPulledObject(answer.body).data);
  }, account.wait);

function tiktokProblem(answer: NetworkResponse): PullProblem | null {
  const { code, message } = readPulledObject(answer.body);
  const detail = readPulledText(message);
  const meaning = tiktokErrorKind(code);
  const plain = pullProblem(name, answer, detail);
  if (plain || meaning === "fine") return plain;
  const refusal = `${detail} (${String(code)})`;
  if (meaning === "limit") return new PullProblem("limit", `TikTok rate-limited the request: ${refusal}`);
  if (meaning === "credentials")
    return new PullProblem("credentials", `TikTok rejected the credentials: ${refusal}`);
  if (meaning === "temporary")
    return new PullProblem("temporary", `TikTok has an internal error: ${refusal}`);
  return new PullProblem("answer", `TikTok rejected the query: ${refusal}`);
}

const countsIn = (metrics: Record<string, unknown>) => ({
  impressions: readPulledCount(metrics.impressions, name),
  clicks: readPulledCount(metrics.clicks, name),
});

function claimIn(row: Record<string, unknown>, reportsConversions: boolean): PulledClaim {
  const metrics = readPulledObject(row.metrics);
  const count = (metric: string) => readPulledCount(metrics[metric], name);
  return {
    day: parsedDay(readPulledObject(row.dimensions).stat_time_day, name),
    campaignId: readPulledText(metrics.campaign_id),
    ...countsIn(metrics),
    installs: reportsConversions ? count("real_time_app_install") : null,
    windows: {},
    conversions: reportsConversions ? Object.fromEntries(events.map((event) => [event, count(event)])) : {},
  };
}

function read(row: Record<string, unknown>, currency: string): PulledRow {
  const at = readPulledObject(row.dimensions);
  const metrics = readPulledObject(row.metrics);
  return pulledRow({
    day: parsedDay(at.stat_time_day, name),
    campaignId: readPulledText(metrics.campaign_id),
    campaignName: readPulledText(metrics.campaign_name),
    adSetId: readPulledText(metrics.adgroup_id),
    adSetName: readPulledText(metrics.adgroup_name),
    creativeId: readPulledText(at.ad_id),
    creativeName: readPulledText(metrics.ad_name),
    currency,
    micros: readMicros(metrics.spend, name),
    counts: countsIn(metrics),
  });
}
