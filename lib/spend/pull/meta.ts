import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import { readCountryCode, unlessRejected, withBreakdown } from "@/lib/spend/pull/breakdown";
import { metaErrorOf } from "@/lib/spend/pull/meta-errors";
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

const name = "Meta";

const costFields = [
  "account_currency",
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "spend",
  "date_start",
  "date_stop",
  "impressions",
  "inline_link_clicks",
].join(",");

const fields = `${costFields},actions`;

/** Attribution windows of reported installs, in addition to those of the ad sets. */
const windows = ["1d_click", "7d_click", "1d_view"];

export const metaTimeZone: SpendSource["zone"] = async (account, { call, base }) => {
  const url = new URL(`${base.meta}/act_${idOf(account)}`);
  url.searchParams.set("fields", "timezone_name");
  return readPulledText((await fetchObject(call, url, account)).timezone_name);
};

/** Pulls one line per day and ad, and one per country. */
export const pullMeta: SpendSource["pull"] = async (account, window, { call, base }) => {
  const lines = await fetchLines(call, base.meta, account, window, {
    fields,
    action_attribution_windows: JSON.stringify(["default", ...windows]),
  });
  const rows = lines.map((line) => read(line)).filter(hasFigures);
  const claims = sumPulled(lines.map(claimIn));
  if (rows.length === 0) return { rows, claims };
  const platforms = await platformsOf(call, base.meta, account, rows);
  const countries = await unlessRejected(
    () => fetchLines(call, base.meta, account, window, { fields: costFields, breakdowns: "country" }),
    [],
  );
  const whole = rows.map((row) => ({ ...row, platform: platforms.get(row.adSetId) ?? row.platform }));
  return { rows: withBreakdown(whole, countries.map(read)), claims };
};

const idsPerRequest = 50;

/** The platforms of ad sets that promote an app from a store. */
async function platformsOf(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  rows: readonly PulledRow[],
): Promise<Map<string, PulledRow["platform"]>> {
  const ids = [...new Set(rows.map(({ adSetId }) => adSetId))].filter(Boolean);
  const found = new Map<string, PulledRow["platform"]>();
  for (let i = 0; i < ids.length; i += idsPerRequest) {
    const url = new URL(`${base}/`);
    url.searchParams.set("ids", ids.slice(i, i + idsPerRequest).join(","));
    url.searchParams.set("fields", "promoted_object");
    const adSets = await unlessRejected(() => fetchObject(call, url, account), {});
    for (const [id, adSet] of Object.entries(adSets))
      found.set(
        id,
        platformOfStore(
          readPulledText(readPulledObject(readPulledObject(adSet).promoted_object).object_store_url),
        ),
      );
  }
  return found;
}

function platformOfStore(url: string): PulledRow["platform"] {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  if (host === "apps.apple.com" || host === "itunes.apple.com") return "IOS";
  return host === "play.google.com" ? "ANDROID" : "";
}

/** Reads all pages. Uses only the cursor of a response, never its address of the next page. */
async function fetchLines(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  window: PullWindow,
  params: Record<string, string>,
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  let after: string | null = null;
  do {
    const page = await fetchPage(call, base, account, window, after === null ? params : { ...params, after });
    lines.push(...readPulledList(page.data).map(readPulledObject));
    const paging = readPulledObject(page.paging);
    const next = readPulledText(readPulledObject(paging.cursors).after);
    if (next !== "" && next === after)
      throw new PullProblem("answer", "Meta returned the same page twice, so the pull stopped.");
    after = paging.next === undefined || next === "" ? null : next;
  } while (after !== null);
  return lines;
}

const idOf = ({ externalId }: PullAccount) => encodeURIComponent(externalId.replace(/^act_/, ""));

async function fetchPage(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  { from, to }: PullWindow,
  params: Record<string, string>,
) {
  const url = new URL(`${base}/act_${idOf(account)}/insights`);
  const query = {
    level: "ad",
    time_increment: "1",
    time_range: JSON.stringify({ since: from, until: to }),
    limit: "500",
    ...params,
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return fetchObject(call, url, account);
}

const fetchObject = (call: CallNetwork, url: URL, account: PullAccount) =>
  retryTemporary(async () => {
    // A header, because URLs are written to logs.
    const answer = await call(url, {
      headers: { authorization: `Bearer ${account.credentials.access_token}` },
    });
    const problem = metaProblem(answer);
    if (problem) throw problem;
    return readPulledObject(answer.body);
  }, account.wait);

/** Meta counts likes and comments as clicks; only link clicks lead to the app. */
const countsIn = (row: Record<string, unknown>) => ({
  impressions: readPulledCount(row.impressions, name),
  clicks: readPulledCount(row.inline_link_clicks, name),
});

function claimIn(row: Record<string, unknown>): PulledClaim {
  const actions = readPulledList(row.actions).map(readPulledObject);
  const actionOf = (type: string) => actions.find((action) => action.action_type === type);
  const install = actionOf("mobile_app_install") ?? actionOf("omni_app_install");
  const count = (value: unknown) => readPulledCount(value, name);
  const events = actions.flatMap((action) => {
    const [, event] = /^app_custom_event\.(.+)$/.exec(readPulledText(action.action_type)) ?? [];
    return event === undefined ? [] : [[event, count(action.value)] as const];
  });
  return {
    day: parsedDay(row.date_start, name),
    campaignId: readPulledText(row.campaign_id),
    ...countsIn(row),
    installs: count(install?.value),
    windows: Object.fromEntries(
      windows.flatMap((window) =>
        install?.[window] === undefined ? [] : [[window, count(install[window])]],
      ),
    ),
    conversions: Object.fromEntries(events),
  };
}

function read(row: Record<string, unknown>): PulledRow {
  return pulledRow({
    day: parsedDay(row.date_start, name),
    campaignId: readPulledText(row.campaign_id),
    campaignName: readPulledText(row.campaign_name),
    adSetId: readPulledText(row.adset_id),
    adSetName: readPulledText(row.adset_name),
    creativeId: readPulledText(row.ad_id),
    creativeName: readPulledText(row.ad_name),
    currency: readCurrencyCode(row.account_currency, name),
    micros: readMicros(row.spend, name),
    country: readCountryCode(row.country),
    counts: countsIn(row),
  });
}

function metaProblem(answer: NetworkResponse): PullProblem | null {
  const error = metaErrorOf(answer.body, answer.headers.get("x-business-use-case-usage"));
  const detail = error?.text ?? "";
  const message = `${detail} (${error?.code})`;
  if (error?.is === "limit")
    return new PullProblem("limit", `Meta rate-limited the request: ${message}`, error.afterMs);
  if (error?.is === "credentials")
    return new PullProblem("credentials", `Meta rejected the credentials: ${message}`);
  if (error?.is === "temporary")
    return new PullProblem("temporary", `Meta has an internal error: ${message}`);
  return pullProblem(name, answer, detail);
}
