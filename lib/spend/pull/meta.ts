import { type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import { metaErrorOf } from "@/lib/spend/pull/meta-errors";
import {
  type CallNetwork,
  type NetworkResponse,
  PullProblem,
  patiently,
  pullProblem,
} from "@/lib/spend/pull/request";
import {
  countIn,
  currencyOf,
  listIn,
  microsOf,
  objectIn,
  type PulledRow,
  type PullWindow,
  parsedDay,
  pulledRow,
  textIn,
} from "@/lib/spend/pull/rows";
import type { PullAccount, SpendSource } from "@/lib/spend/pull/source";

const name = "Meta";

const fields = [
  "account_currency",
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "spend",
  "impressions",
  "inline_link_clicks",
  "actions",
  "date_start",
  "date_stop",
].join(",");

/** Attribution windows of reported installs, besides those of the ad sets. */
const windows = ["1d_click", "7d_click", "1d_view"];

export const metaZone: SpendSource["zone"] = async (account, { call, base }) => {
  const url = new URL(`${base.meta}/act_${idOf(account)}`);
  url.searchParams.set("fields", "timezone_name");
  return textIn((await fetchObject(call, url, account)).timezone_name);
};

/** One line a day and ad, page by page. The address of the next page in an answer is not used, only its cursor. */
export const pullMeta: SpendSource["pull"] = async (account, window, { call, base }) => {
  const rows: PulledRow[] = [];
  const claims: PulledClaim[] = [];
  let after: string | null = null;
  do {
    const page = await askPage(call, base.meta, account, window, after);
    for (const each of listIn(page.data).map(objectIn)) {
      rows.push(read(each));
      claims.push(claimIn(each));
    }
    const paging = objectIn(page.paging);
    const next = textIn(objectIn(paging.cursors).after);
    if (next !== "" && next === after)
      throw new PullProblem("answer", "Meta returned the same page twice, so the pull stopped.");
    after = paging.next === undefined || next === "" ? null : next;
  } while (after !== null);
  return { rows: rows.filter(({ micros }) => micros > 0), claims: sumPulled(claims) };
};

const idOf = ({ externalId }: PullAccount) => encodeURIComponent(externalId.replace(/^act_/, ""));

async function askPage(
  call: CallNetwork,
  base: string,
  account: PullAccount,
  { from, to }: PullWindow,
  after: string | null,
) {
  const url = new URL(`${base}/act_${idOf(account)}/insights`);
  const query = {
    level: "ad",
    time_increment: "1",
    time_range: JSON.stringify({ since: from, until: to }),
    fields,
    action_attribution_windows: JSON.stringify(["default", ...windows]),
    limit: "500",
    ...(after ? { after } : {}),
  };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return fetchObject(call, url, account);
}

const fetchObject = (call: CallNetwork, url: URL, account: PullAccount) =>
  patiently(async () => {
    // In a header, so that it is in no log of addresses.
    const answer = await call(url, {
      headers: { authorization: `Bearer ${account.credentials.access_token}` },
    });
    const problem = metaProblem(answer);
    if (problem) throw problem;
    return objectIn(answer.body);
  }, account.wait);

/** Meta's own clicks are also likes and comments: those that leave for the app are link clicks. */
function claimIn(row: Record<string, unknown>): PulledClaim {
  const actions = listIn(row.actions).map(objectIn);
  const actionOf = (type: string) => actions.find((action) => action.action_type === type);
  const install = actionOf("mobile_app_install") ?? actionOf("omni_app_install");
  const count = (value: unknown) => countIn(value, name);
  const events = actions.flatMap((action) => {
    const [, event] = /^app_custom_event\.(.+)$/.exec(textIn(action.action_type)) ?? [];
    return event === undefined ? [] : [[event, count(action.value)] as const];
  });
  return {
    day: parsedDay(row.date_start, name),
    campaignId: textIn(row.campaign_id),
    impressions: count(row.impressions),
    clicks: count(row.inline_link_clicks),
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
    campaignId: textIn(row.campaign_id),
    campaignName: textIn(row.campaign_name),
    adSetId: textIn(row.adset_id),
    adSetName: textIn(row.adset_name),
    creativeId: textIn(row.ad_id),
    creativeName: textIn(row.ad_name),
    currency: currencyOf(row.account_currency, name),
    micros: microsOf(row.spend, name),
  });
}

function metaProblem(answer: NetworkResponse): PullProblem | null {
  const error = metaErrorOf(answer.body, answer.headers.get("x-business-use-case-usage"));
  const said = error?.said ?? "";
  const message = `${said} (${error?.code})`;
  if (error?.is === "limit")
    return new PullProblem("limit", `Meta rate-limited the request: ${message}`, error.afterMs);
  if (error?.is === "credentials")
    return new PullProblem("credentials", `Meta rejected the credentials: ${message}`);
  if (error?.is === "temporary")
    return new PullProblem("temporary", `Meta has an internal error: ${message}`);
  return pullProblem(name, answer, said);
}
