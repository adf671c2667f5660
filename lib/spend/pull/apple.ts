import type { KeyObject } from "node:crypto";
import { readPrivateKey, signJwt } from "@/lib/platform/jwt";
import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import { readCountryCode, unlessRejected, withBreakdown } from "@/lib/spend/pull/breakdown";
import {
  type CallNetwork,
  type NetworkRequest,
  type NetworkResponse,
  PullProblem,
  pullProblem,
  retryTemporary,
} from "@/lib/spend/pull/request";
import {
  addRemainder,
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

const name = "Apple Ads";
const pageSize = 1_000;
const hour = 3_600;

/** Pulls keywords, and the remaining spend of ad groups and of campaigns. */
export const pullApple: SpendSource["pull"] = async (account, window, { call, base, now }) => {
  const token = await signIn(account, call, base.appleToken, now());
  const report = async (path: string, groupBy: readonly string[] = []) => {
    const reported = await queryAll(call, base.apple, account, token, { window, path, groupBy });
    return {
      costs: reported.flatMap(read).filter(hasFigures),
      claims: reported.flatMap(claimsIn),
    };
  };
  const { costs: campaigns, claims } = await report("reports/campaigns");
  const byCountry = (path: string) =>
    unlessRejected(async () => (await report(path, ["countryOrRegion"])).costs, []);
  const campaignCountries = campaigns.length === 0 ? [] : await byCountry("reports/campaigns");
  const rows: PulledRow[] = [];
  for (const id of new Set(campaigns.map(({ campaignId }) => campaignId))) {
    const isOwn = ({ campaignId }: PulledRow) => campaignId === id;
    const own = campaigns.filter(isOwn);
    const known = own[0]!;
    const named = (each: PulledRow) => ({ ...each, campaignId: id, campaignName: known.campaignName });
    const path = `reports/campaigns/${encodeURIComponent(id)}`;
    const groups = (await report(`${path}/adgroups`)).costs.map(named);
    const keywords = (await report(`${path}/keywords`)).costs.map(named);
    const whole = levelsOf(own, groups, keywords);
    const ownCountries = campaignCountries.filter(isOwn);
    const countries =
      ownCountries.length === 0
        ? []
        : levelsOf(
            ownCountries,
            (await byCountry(`${path}/adgroups`)).map(named),
            (await byCountry(`${path}/keywords`)).map(named),
          );
    rows.push(...withBreakdown(whole, countries));
  }
  return { rows, claims: sumPulled(claims) };
};

/** Keywords, and the remaining spend of ad groups and campaigns, in each country. */
function levelsOf(campaigns: PulledRow[], groups: PulledRow[], keywords: PulledRow[]): PulledRow[] {
  const inGroups = addRemainder(groups, keywords, (row) => `${row.day} ${row.country} ${row.adSetId}`);
  return addRemainder(campaigns, inGroups, (row) => `${row.day} ${row.country}`);
}

export const appleTimeZone: SpendSource["zone"] = async (account, { call, base, now }) => {
  const token = await signIn(account, call, base.appleToken, now());
  const body = await fetchObject(call, new URL(`${base.apple}/acls`), account, {
    headers: { authorization: `Bearer ${token}` },
  });
  const own = readPulledList(body.data)
    .map(readPulledObject)
    .find(({ orgId }) => readPulledText(orgId) === account.externalId);
  return readPulledText(own?.timeZone);
};

async function signIn(
  { credentials, wait }: PullAccount,
  call: CallNetwork,
  url: string,
  now: Date,
): Promise<string> {
  const { client_id = "", team_id = "", key_id = "" } = credentials;
  const issued = Math.floor(now.getTime() / 1_000);
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id,
    client_secret: await signJwt(
      { kid: key_id, typ: "JWT" },
      { iss: team_id, sub: client_id, aud: "https://appleid.apple.com", iat: issued, exp: issued + hour },
      appleKey(credentials.private_key ?? ""),
    ),
    scope: "searchadsorg",
  });
  return retryTemporary(async () => {
    const answer = await call(new URL(url), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
    });
    const { access_token: token, error } = readPulledObject(answer.body);
    if (typeof token === "string") return token;
    if (answer.status === 400 || answer.status === 401)
      throw new PullProblem("credentials", `Apple rejected the credentials: ${readPulledText(error)}`);
    throw (
      pullProblem("Apple", answer, readPulledText(error)) ??
      new PullProblem("answer", "Apple's response has no access token.")
    );
  }, wait);
}

export function appleKey(pem: string): KeyObject {
  const key = readPrivateKey(pem, "ec");
  if (key) return key;
  throw new PullProblem("credentials", "The private key must be a P-256 key in PEM format.");
}

type ReportRequest = { window: PullWindow; path: string; groupBy: readonly string[] };

async function queryAll(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  token: string,
  { path, ...options }: ReportRequest,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const body = await fetchReportPage(call, new URL(`${base}/${path}`), account, token, {
      ...options,
      offset,
    });
    const reported = readPulledList(readPulledObject(readPulledObject(body.data).reportingDataResponse).row);
    rows.push(...reported.map(readPulledObject));
    const { totalResults = 0 } = readPulledObject(body.pagination);
    if (reported.length === 0 || offset + pageSize >= Number(totalResults)) return rows;
  }
}

function fetchReportPage(
  call: CallNetwork,
  url: URL,
  account: PullAccount,
  token: string,
  { window, groupBy, offset }: Omit<ReportRequest, "path"> & { offset: number },
) {
  const question = {
    startTime: window.from,
    endTime: window.to,
    // The organization's own time zone, as in Apple's reports.
    timeZone: "ORTZ",
    granularity: "DAILY",
    selector: {
      conditions: [],
      orderBy: [{ field: "localSpend", sortOrder: "DESCENDING" }],
      pagination: { offset, limit: pageSize },
    },
    ...(groupBy.length > 0 ? { groupBy } : {}),
    returnRowTotals: false,
    returnGrandTotals: false,
    returnRecordsWithNoMetrics: false,
  };
  return fetchObject(call, url, account, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "x-ap-context": `orgId=${account.externalId}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(question),
  });
}

const fetchObject = (call: CallNetwork, url: URL, account: PullAccount, request: NetworkRequest) =>
  retryTemporary(async () => {
    const answer = await call(url, request);
    const problem = appleProblem(answer);
    if (problem) throw problem;
    return readPulledObject(answer.body);
  }, account.wait);

/** A response with status 200 may contain an error. */
function appleProblem(answer: NetworkResponse): PullProblem | null {
  const error = readPulledObject(answer.body).error;
  const first = readPulledObject(readPulledList(readPulledObject(error).errors)[0]);
  const reason = [readPulledText(first.messageCode), readPulledText(first.message)]
    .filter(Boolean)
    .join(": ");
  const plain = pullProblem(name, answer, reason);
  if (plain || error === undefined || error === null) return plain;
  return new PullProblem("answer", `Apple Ads rejected the query: ${reason}`);
}

function claimsIn(row: Record<string, unknown>): PulledClaim[] {
  const campaignId = readPulledText(readPulledObject(row.metadata).campaignId);
  return readPulledList(row.granularity).map((each) => {
    const metrics = readPulledObject(each);
    const count = (field: string) => readPulledCount(metrics[field], name);
    return {
      day: parsedDay(metrics.date, name),
      campaignId,
      impressions: count("impressions"),
      clicks: count("taps"),
      installs: count("totalInstalls"),
      windows: { tap: count("tapInstalls"), view: count("viewInstalls") },
      conversions: { new_downloads: count("totalNewDownloads"), redownloads: count("totalRedownloads") },
    };
  });
}

function read(row: Record<string, unknown>): PulledRow[] {
  const about = readPulledObject(row.metadata);
  return readPulledList(row.granularity).map((each) => {
    const row = readPulledObject(each);
    const spend = readPulledObject(row.localSpend);
    const micros = readMicros(spend.amount, name);
    return pulledRow({
      day: parsedDay(row.date, name),
      campaignId: readPulledText(about.campaignId),
      campaignName: readPulledText(about.campaignName),
      adSetId: readPulledText(about.adGroupId),
      adSetName: readPulledText(about.adGroupName),
      keywordId: readPulledText(about.keywordId),
      keywordName: readPulledText(about.keyword),
      currency: micros === 0 && spend.currency === undefined ? "USD" : readCurrencyCode(spend.currency, name),
      micros,
      platform: "IOS",
      country: readCountryCode(about.countryOrRegion),
      counts: {
        impressions: readPulledCount(row.impressions, name),
        clicks: readPulledCount(row.taps, name),
      },
    });
  });
}
