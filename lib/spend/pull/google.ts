import { noClaimedFigures, type PulledClaim, sumPulled } from "@/lib/spend/claims/claim";
import { readCountryCode, unlessRejected, withBreakdown } from "@/lib/spend/pull/breakdown";
import { refreshAccess } from "@/lib/spend/pull/oauth";
import { type CallNetwork, PullProblem, pullProblem, retryTemporary } from "@/lib/spend/pull/request";
import {
  addedCounts,
  addRemainder,
  hasFigures,
  type PulledRow,
  parsedDay,
  pulledRow,
  readCurrencyCode,
  readPulledCount,
  readPulledList,
  readPulledObject,
  readPulledText,
} from "@/lib/spend/pull/rows";
import type { PullAccount, SpendSource } from "@/lib/spend/pull/source";

const name = "Google Ads";
const costMetrics = "metrics.cost_micros, metrics.impressions, metrics.clicks";

/** Pulls ad groups, and the remaining spend of campaigns: Performance Max campaigns have no ad groups. */
export const pullGoogle: SpendSource["pull"] = async (account, window, { call, base }) => {
  const token = await refreshAccess("Google", account, call, base.googleToken);
  const runQuery = (query: string) => queryAll(call, base.google, account, token, { query });
  const search: Search = (from, fields, where = "") =>
    runQuery(
      `SELECT campaign.id, segments.date, ${fields} FROM ${from} WHERE segments.date BETWEEN '${window.from}' AND '${window.to}'${where}`,
    );
  // With a day, Google leaves out rows without any of these metrics.
  const cost = async (from: string, fields: string) =>
    (await search(from, `customer.currency_code, campaign.name, ${fields}${costMetrics}`))
      .map(read)
      .filter(hasFigures);
  const campaigns = await cost("campaign", "campaign.app_campaign_setting.app_store, ");
  const groups = campaigns.length === 0 ? [] : await cost("ad_group", "ad_group.id, ad_group.name, ");
  const stores = new Map(campaigns.map(({ campaignId, platform }) => [campaignId, platform]));
  const rows = addRemainder(campaigns, groups, (row) => `${row.day} ${row.campaignId}`).map((row) => ({
    ...row,
    platform: stores.get(row.campaignId) ?? row.platform,
  }));
  const countries =
    rows.length === 0 ? [] : await unlessRejected(() => countriesOf(runQuery, search, rows), []);
  const traffic = await search(
    "campaign",
    "metrics.impressions, metrics.clicks",
    " AND metrics.impressions > 0",
  );
  // Conversions are reported per action, unlike costs and clicks.
  const conversions = await search(
    "campaign",
    "segments.conversion_action, segments.conversion_action_name, segments.conversion_action_category, metrics.all_conversions_by_conversion_date",
  );
  return {
    rows: withBreakdown(rows, countries),
    claims: claimsIn(traffic, conversions),
  };
};

export const googleTimeZone: SpendSource["zone"] = async (account, { call, base }) => {
  const token = await refreshAccess("Google", account, call, base.googleToken);
  const [row] = await queryAll(call, base.google, account, token, {
    query: "SELECT customer.time_zone FROM customer LIMIT 1",
  });
  return readPulledText(readPulledObject(row?.customer).timeZone);
};

type Row = Record<string, unknown>;
type RunQuery = (query: string) => Promise<Row[]>;
type Search = (from: string, fields: string, where?: string) => Promise<Row[]>;

/** The users' countries, for ad groups and for the remaining spend of campaigns. */
async function countriesOf(
  runQuery: RunQuery,
  search: Search,
  rows: readonly PulledRow[],
): Promise<PulledRow[]> {
  const view = (fields: string) =>
    search(
      "user_location_view",
      `customer.currency_code, ${fields}user_location_view.country_criterion_id, ${costMetrics}`,
    );
  const groups = await view("ad_group.id, ");
  const campaigns = rows.some(({ adSetId }) => adSetId === "") ? await view("") : [];
  const criterionOf = (row: Row) => readPulledText(readPulledObject(row.userLocationView).countryCriterionId);
  const ids = [...new Set([...groups, ...campaigns].map(criterionOf))].filter((id) => /^\d+$/.test(id));
  if (ids.length === 0) return [];
  const codes = await countryCodes(runQuery, ids);
  const part = (row: Row) => ({ ...read(row), country: codes.get(criterionOf(row)) ?? "" });
  return addRemainder(
    sumByCountry(campaigns.map(part)),
    sumByCountry(groups.map(part)),
    (row) => `${row.day} ${row.campaignId} ${row.country}`,
  );
}

async function countryCodes(runQuery: RunQuery, ids: readonly string[]): Promise<Map<string, string>> {
  const targets = await runQuery(
    `SELECT geo_target_constant.id, geo_target_constant.country_code FROM geo_target_constant WHERE geo_target_constant.id IN (${ids.join(", ")})`,
  );
  return new Map(
    targets.map((row) => {
      const { id, countryCode } = readPulledObject(row.geoTargetConstant);
      return [readPulledText(id), readCountryCode(countryCode)] as const;
    }),
  );
}

/** The view has two rows for a country: one for targeted users, one for others. */
function sumByCountry(rows: readonly PulledRow[]): PulledRow[] {
  const sums = new Map<string, PulledRow>();
  for (const row of rows) {
    const key = `${row.day} ${row.campaignId} ${row.adSetId} ${row.country}`;
    const before = sums.get(key);
    sums.set(key, {
      ...row,
      micros: row.micros + (before?.micros ?? 0),
      counts: addedCounts(row.counts, before?.counts ?? null),
    });
  }
  return [...sums.values()];
}

/**
 * An install may be reported twice, as a store download and as a first open. The action with the most conversions of a
 * campaign's day is compared.
 */
function claimsIn(traffic: readonly Row[], conversions: readonly Row[]): PulledClaim[] {
  const dimensionsOf = (row: Row) => ({
    day: parsedDay(readPulledObject(row.segments).date, name),
    campaignId: readPulledText(readPulledObject(row.campaign).id),
  });
  const seen = traffic.map((row): PulledClaim => {
    const { impressions, clicks } = readPulledObject(row.metrics);
    return {
      ...dimensionsOf(row),
      ...noClaimedFigures,
      impressions: readPulledCount(impressions, name),
      clicks: readPulledCount(clicks, name),
      installs: 0,
    };
  });
  const byAction = conversions.map((row): PulledClaim => {
    const { conversionActionName, conversionAction } = readPulledObject(row.segments);
    const count = readPulledCount(readPulledObject(row.metrics).allConversionsByConversionDate, name);
    // A destination finds its sent conversions by this number: `customers/12/conversionActions/34`.
    const id = /\d+$/.exec(readPulledText(conversionAction))?.[0];
    const action = `${readPulledText(conversionActionName) || "?"}${id ? ` (${id})` : ""}`;
    return { ...dimensionsOf(row), ...noClaimedFigures, conversions: { [action]: count } };
  });
  const downloads = new Map<string, number>();
  conversions.forEach((row, i) => {
    if (readPulledObject(row.segments).conversionActionCategory !== "DOWNLOAD") return;
    const { day, campaignId, conversions: counts } = byAction[i]!;
    const key = `${day} ${campaignId}`;
    downloads.set(key, Math.max(downloads.get(key) ?? 0, ...Object.values(counts)));
  });
  return sumPulled([...seen, ...byAction]).map((claim) => ({
    ...claim,
    installs: downloads.get(`${claim.day} ${claim.campaignId}`) ?? 0,
  }));
}

const digits = (id: string) => id.replaceAll("-", "");

async function queryAll(
  call: CallNetwork,
  base: string,
  { externalId, credentials, wait }: PullAccount,
  token: string,
  question: { query: string },
): Promise<Row[]> {
  const url = new URL(`${base}/customers/${encodeURIComponent(digits(externalId))}/googleAds:searchStream`);
  const manager = digits(credentials.login_customer_id ?? "");
  const answer = await retryTemporary(async () => {
    const got = await call(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "developer-token": credentials.developer_token ?? "",
        "content-type": "application/json",
        ...(manager ? { "login-customer-id": manager } : {}),
      },
      body: JSON.stringify(question),
    });
    const problem = pullProblem(name, got, detailOf(got.body));
    if (problem) throw problem;
    return got;
  }, wait);
  // A stream is a list of parts. One of them may be an error that occurred after the first parts.
  return readPulledList(answer.body).flatMap((part) => {
    const { error, results } = readPulledObject(part);
    if (error !== undefined)
      throw new PullProblem(
        "temporary",
        `Google Ads stopped its response with an error: ${readPulledText(readPulledObject(error).message)}`,
      );
    return readPulledList(results).map(readPulledObject);
  });
}

const platformOf: Record<string, PulledRow["platform"]> = {
  APPLE_APP_STORE: "IOS",
  GOOGLE_APP_STORE: "ANDROID",
};

function read(row: Record<string, unknown>): PulledRow {
  const campaign = readPulledObject(row.campaign);
  const group = readPulledObject(row.adGroup);
  const store = readPulledText(readPulledObject(campaign.appCampaignSetting).appStore);
  const { costMicros, impressions, clicks } = readPulledObject(row.metrics);
  const micros = Number(costMicros ?? 0);
  if (!Number.isSafeInteger(micros) || micros < 0)
    throw new PullProblem("answer", "Google Ads sent an invalid cost.");
  return pulledRow({
    day: parsedDay(readPulledObject(row.segments).date, name),
    campaignId: readPulledText(campaign.id),
    campaignName: readPulledText(campaign.name),
    adSetId: readPulledText(group.id),
    adSetName: readPulledText(group.name),
    currency: readCurrencyCode(readPulledObject(row.customer).currencyCode, name),
    micros,
    counts: { impressions: readPulledCount(impressions, name), clicks: readPulledCount(clicks, name) },
    platform: platformOf[store] ?? "",
  });
}

/** The most specific message of an error. */
function detailOf(body: unknown): string {
  const error = readPulledObject(readPulledObject(readPulledList(body)[0] ?? body).error);
  const detail = readPulledObject(readPulledList(error.details)[0]);
  return (
    readPulledText(readPulledObject(readPulledList(detail.errors)[0]).message) ||
    readPulledText(error.message)
  );
}
