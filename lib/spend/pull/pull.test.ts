import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { encrypt } from "@/lib/platform/encryption";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";
import { listPulls } from "@/lib/spend/pull/list";
import { saveCredentials } from "@/lib/spend/pull/queries";
import { callNetwork } from "@/lib/spend/pull/request";
import { pullProject } from "@/lib/spend/pull/run";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { listExchangeRates } from "@/lib/spend/rates/list";
import { type AProject, aCampaign, aProject, ledgerOf } from "@/testing/factories";

type Question = { method: string; url: URL; headers: IncomingMessage["headers"]; body: string };
type Scripted = { status?: number; headers?: Record<string, string>; body: unknown; cut?: boolean };

const servers: Server[] = [];

/** A simulated network on this machine with scripted responses, which records its requests. */
async function aNetwork(
  script: (question: Question, query: Question[]) => Scripted,
  breakdown: (question: Question) => Scripted | null = () => null,
) {
  const query: Question[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const question = {
      method: request.method ?? "",
      url: new URL(request.url ?? "", "http://network"),
      headers: request.headers,
      body: Buffer.concat(parts).toString("utf8"),
    };
    const aside = timeZoneOf(question) ?? breakdown(question) ?? noBreakdown(question);
    const scripted = aside ?? script(question, query);
    if (!aside) query.push(question);
    const text = typeof scripted.body === "string" ? scripted.body : JSON.stringify(scripted.body);
    response.writeHead(scripted.status ?? 200, { "content-type": "application/json", ...scripted.headers });
    if (!scripted.cut) return response.end(text);
    response.write(text.slice(0, text.length / 2));
    response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({
    META_ADS_URL: `${base}/v99.0`,
    GOOGLE_ADS_URL: `${base}/v99`,
    GOOGLE_TOKEN_URL: `${base}/token`,
    TIKTOK_ADS_URL: `${base}/open_api/v1.3`,
    APPLE_ADS_URL: `${base}/api/v5`,
    APPLE_TOKEN_URL: `${base}/auth/oauth2/token`,
    SNAP_ADS_URL: `${base}/snap/v1`,
    SNAP_TOKEN_URL: `${base}/snap/token`,
    REDDIT_ADS_URL: `${base}/reddit/v3`,
    REDDIT_TOKEN_URL: `${base}/reddit/token`,
  });
  return query;
}

/** The time zone of every account. The tests do not count requests for it. */
const accountZone = "America/Los_Angeles";

function timeZoneOf({ url, body }: Question): Scripted | null {
  if (/^\/v99\.0\/act_\d+$/.test(url.pathname)) return { body: { timezone_name: accountZone } };
  if (url.pathname === "/open_api/v1.3/advertiser/info/")
    return { body: { code: 0, message: "OK", data: { list: [{ timezone: accountZone }] } } };
  if (url.pathname === "/api/v5/acls") return { body: { data: [{ orgId: 77, timeZone: accountZone }] } };
  if (body.includes("customer.time_zone"))
    return { body: [{ results: [{ customer: { timeZone: accountZone } }] }] };
  return null;
}

/** A network without breakdowns, because most tests are about totals. */
function noBreakdown({ url, body }: Question): Scripted | null {
  const dimensions = url.searchParams.get("dimensions") ?? "";
  if (url.pathname === "/v99.0/") return { body: {} };
  if (url.searchParams.has("breakdowns")) return { body: { data: [] } };
  if (dimensions.includes("country_code") || dimensions.includes("platform"))
    return { body: { code: 40_002, message: "dimensions: not supported" } };
  if (body.includes("user_location_view")) return { body: [] };
  return body.includes("groupBy") ? { status: 400, body: { error: { errors: [] } } } : null;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** In the far future, so that pulls of other tests do not read these accounts. */
const now = new Date("2036-06-10T12:00:00Z");
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const credentials: Record<string, Record<string, string>> = {
  META: { access_token: "meta-token" },
  GOOGLE: {
    developer_token: "dev",
    client_id: "c",
    client_secret: "s",
    refresh_token: "r",
    login_customer_id: "999-888-7777",
  },
  TIKTOK: { access_token: "tiktok-token" },
  SNAPCHAT: { client_id: "snap-client", client_secret: "snap-secret", refresh_token: "snap-refresh" },
  REDDIT: { client_id: "reddit-client", client_secret: "reddit-secret", refresh_token: "reddit-refresh" },
  APPLE_SEARCH_ADS: { client_id: "SEARCHADS.c", team_id: "SEARCHADS.t", key_id: "k", private_key: pem },
};

/** A project whose campaign is connected to the network's number 11, with an account of that network. */
async function connected(network: string, input: { currency?: string; given?: Record<string, string> } = {}) {
  const app = await aProject({ currency: "EUR" });
  const campaign = await aCampaign(app, { name: "Alps", network });
  await sql`update campaigns set network_campaign_id = '11' where project_id = ${app.project.id}`;
  const { network_account: account } = await addNetworkAccount(
    app.project,
    {
      network,
      name: "Main",
      external_id: network === "GOOGLE" ? "123-456-7890" : "77",
      currency: input.currency ?? "EUR",
    },
    commandLine,
    now,
  );
  const encrypted = encrypt(
    JSON.stringify(input.given ?? credentials[network]),
    aboutAccount(app.project.id, account.id),
  );
  await saveCredentials(
    app.accountId,
    app.project.id,
    { id: account.id, credentials: encrypted, at: now },
    commandLine,
  );
  return { app, campaign, account };
}

const waits: number[] = [];
const wait = async (ms: number) => void waits.push(ms);

async function pull(app: AProject, at = now) {
  waits.length = 0;
  await pullProject(
    app.project.id,
    () => false,
    () => at,
    { wait },
  );
  const [shown] = (await listPulls(app.project, at)).accounts;
  return shown!;
}

const spent = async (app: AProject) => (await ledgerOf(app.project.id)).spend?.amount ?? 0;
const proven = async (app: AProject) => expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
const stored = (app: AProject) => sql`
  select day::text as day, ad_set_id, creative_id, keyword_id, amount_minor from spend
  where project_id = ${app.project.id} order by day, ad_set_id, creative_id, keyword_id`;

/** Spend by ad set, platform and country. */
const brokenDownSpend = async (app: AProject) =>
  Object.fromEntries(
    (
      await sql`
        select concat_ws(' ', ad_set_id || creative_id || keyword_id, nullif(platform, ''), country) as of,
          sum(amount)::int as amount from ledger
        where project_id = ${app.project.id} and measure = 'spend' group by 1 having sum(amount) <> 0`
    ).map((row) => [row.of.trim(), row.amount]),
  );

/** The network's impressions and clicks, in the same way. */
const networkCounts = async (app: AProject) =>
  Object.fromEntries(
    (
      await sql`
        select concat_ws(' ', ad_set_id || creative_id || keyword_id, nullif(platform, ''), country) as of,
          sum(count) filter (where measure = 'network_impressions')::int as impressions,
          coalesce(sum(count) filter (where measure = 'network_clicks'), 0)::int as clicks from ledger
        where project_id = ${app.project.id} and measure in ('network_impressions', 'network_clicks')
        group by 1 having sum(count) <> 0`
    ).map((row) => [row.of.trim(), [row.impressions, row.clicks]]),
  );

const claimed = (app: AProject) => sql`
  select day::text as day, version, source, day_zone as zone, impressions, clicks, installs::float8 as installs, windows,
    conversions, reported_at
  from network_claims where project_id = ${app.project.id} order by day, version`;

const metaRow = (day: string, ad: string, spend: string, more: object = {}) => ({
  account_currency: "EUR",
  campaign_id: "11",
  campaign_name: "Alps",
  adset_id: "s1",
  adset_name: "DACH",
  ad_id: ad,
  ad_name: `Ad ${ad}`,
  spend,
  date_start: day,
  date_stop: day,
  ...more,
});

const requestedDay = ({ url }: Question) =>
  JSON.parse(url.searchParams.get("time_range") ?? "{}").since as string;

describe("Meta", () => {
  test("reads day by day with the token in a header, page by page, and stores ads with their names", async () => {
    const { app } = await connected("META");
    const query = await aNetwork((question) => {
      if (requestedDay(question) !== "2036-06-09") return { body: { data: [] } };
      return question.url.searchParams.get("after") === "two"
        ? { body: { data: [metaRow("2036-06-09", "a2", "2.5")], paging: { cursors: { after: "end" } } } }
        : {
            body: {
              data: [metaRow("2036-06-09", "a1", "10.01")],
              paging: { cursors: { after: "two" }, next: "http://169.254.169.254/steal" },
            },
          };
    });
    const shown = await pull(app);
    expect(shown).toMatchObject({
      state: "good",
      rows: 2,
      from: "2036-05-14",
      to: "2036-06-10",
      problem: null,
      unknown: [],
    });
    expect(query).toHaveLength(29);
    expect(query[0]).toMatchObject({ method: "GET", headers: { authorization: "Bearer meta-token" } });
    expect(query[0]!.url.pathname).toBe("/v99.0/act_77/insights");
    expect(Object.fromEntries(query[0]!.url.searchParams)).toMatchObject({
      level: "ad",
      time_increment: "1",
      limit: "500",
    });
    expect(query.some(({ url }) => url.href.includes("meta-token"))).toBe(false);
    expect(await stored(app)).toMatchObject([
      { day: "2036-06-09", ad_set_id: "s1", creative_id: "a1", amount_minor: 1001 },
      { creative_id: "a2", amount_minor: 250 },
    ]);
    const [name] = await sql`select name from ad_names where project_id = ${app.project.id} and ad_id = 'a1'`;
    expect(name?.name).toBe("Ad a1");
    await proven(app);
  });

  test("restated spend replaces pulled spend; spend that is no longer reported is removed; a week is read again", async () => {
    const { app } = await connected("META");
    let answers: Record<string, object[]> = {
      "2036-06-08": [metaRow("2036-06-08", "a1", "5"), metaRow("2036-06-08", "a2", "7")],
      "2036-06-01": [metaRow("2036-06-01", "a1", "1")],
    };
    const query = await aNetwork((question) => ({ body: { data: answers[requestedDay(question)] ?? [] } }));
    await pull(app);
    expect(await spent(app)).toBe(1300);
    answers = { "2036-06-08": [metaRow("2036-06-08", "a1", "5.5")] };
    query.length = 0;
    const later = new Date(now.getTime() + 7 * 3_600_000);
    expect(await pull(app, later)).toMatchObject({ state: "good", from: "2036-06-04", rows: 1 });
    expect(query).toHaveLength(7);
    expect(await spent(app)).toBe(650);
    await proven(app);
  });

  test("stores its claims of each campaign's day, in the account's zone, with a version for each change", async () => {
    const { app } = await connected("META");
    const installs = (count: number) => ({
      impressions: "1000",
      inline_link_clicks: "40",
      actions: [
        { action_type: "link_click", value: "40" },
        {
          action_type: "mobile_app_install",
          value: String(count),
          "7d_click": String(count - 1),
          "1d_view": "1",
        },
        { action_type: "app_custom_event.fb_mobile_purchase", value: "3" },
      ],
    });
    let answers: Record<string, object[]> = {
      "2036-06-08": [
        metaRow("2036-06-08", "a1", "5", installs(4)),
        metaRow("2036-06-08", "a2", "0", installs(3)),
      ],
      "2036-06-09": [metaRow("2036-06-09", "a1", "5", installs(2))],
    };
    const query = await aNetwork((question) => ({ body: { data: answers[requestedDay(question)] ?? [] } }));
    await pull(app);
    expect(query[0]!.url.searchParams.get("fields")).toContain("impressions,inline_link_clicks,actions");
    expect(await claimed(app)).toMatchObject([
      {
        day: "2036-06-08",
        version: 1,
        source: "Main",
        zone: accountZone,
        impressions: 2000,
        clicks: 80,
        installs: 7,
        windows: { "7d_click": 5, "1d_view": 2 },
        conversions: { fb_mobile_purchase: 6 },
      },
      { day: "2036-06-09", version: 1, installs: 2 },
      { day: "2036-06-10", version: 1, impressions: 0, installs: 0 },
    ]);
    const later = new Date(now.getTime() + 7 * 3_600_000);
    answers = {
      "2036-06-08": [metaRow("2036-06-08", "a1", "5", installs(5))],
      "2036-06-09": answers["2036-06-09"]!,
    };
    await pull(app, later);
    expect((await claimed(app)).filter(({ day }) => day > "2036-06-07")).toMatchObject([
      { day: "2036-06-08", version: 1, installs: 7 },
      { day: "2036-06-08", version: 2, installs: 5, reported_at: later },
      { day: "2036-06-09", version: 1 },
      { day: "2036-06-10", version: 1 },
    ]);
  });

  test("without the right to read the account it still stores spend, and claims without a time zone", async () => {
    const { app } = await connected("META");
    await aNetwork((question) => ({ body: { data: [metaRow(requestedDay(question), "a1", "1")] } }));
    const respond = async (url: URL, query?: object) => {
      if (!url.pathname.endsWith("/insights"))
        return {
          status: 403,
          headers: new Headers(),
          body: { error: { message: "No permission", code: 200 } },
        };
      return callNetwork(url, query);
    };
    await pullProject(
      app.project.id,
      () => false,
      () => now,
      { wait, call: respond },
    );
    expect(await spent(app)).toBe(2800);
    const claims = await claimed(app);
    expect(claims).toHaveLength(28);
    expect(claims[0]).toMatchObject({ zone: null, impressions: 0, installs: 0 });
  });

  test("replaces the same campaign's and day's spend of a file, at any level", async () => {
    const { app, campaign } = await connected("META");
    await sql`insert into spend (project_id, day, campaign_id, amount_minor, currency, original_minor, source)
      values (${app.project.id}, '2036-06-09', ${campaign.id}, 900, 'EUR', 900, 'file')`;
    await sql`insert into ledger (project_id, day, campaign_id, measure, count, amount)
      values (${app.project.id}, '2036-06-09', ${campaign.id}, 'spend', 0, 900)`;
    await aNetwork((question) => ({
      body: { data: requestedDay(question) === "2036-06-09" ? [metaRow("2036-06-09", "a1", "8.5")] : [] },
    }));
    await pull(app);
    expect(await spent(app)).toBe(850);
    await proven(app);
  });

  test("unknown campaigns are listed with their spend, and not counted", async () => {
    const { app } = await connected("META");
    const other = { campaign_id: "12", campaign_name: "Elsewhere" };
    await aNetwork((question) => ({
      body: {
        data: requestedDay(question) > "2036-06-08" ? [metaRow(requestedDay(question), "b", "3", other)] : [],
      },
    }));
    expect(await pull(app)).toMatchObject({
      state: "good",
      rows: 0,
      unknown: [{ id: "12", name: "Elsewhere", currency: "EUR", amount_minor: 600, suggested: null }],
    });
    expect(await spent(app)).toBe(0);
  });

  test("unknown spend suggests the only campaign of its name that is still without a network campaign ID", async () => {
    const { app } = await connected("META");
    const other = { campaign_id: "12", campaign_name: "ELSEWHERE" };
    await aNetwork((question) => ({
      body: {
        data: requestedDay(question) > "2036-06-08" ? [metaRow(requestedDay(question), "b", "3", other)] : [],
      },
    }));
    expect((await pull(app)).unknown).toMatchObject([{ name: "ELSEWHERE" }]);
    const suggested = async () => (await listPulls(app.project, now)).accounts[0]?.unknown[0]?.suggested;
    const stranger = await aProject();
    await aCampaign(stranger, { name: "Elsewhere" });
    await aCampaign(app, { name: "Elsewhere", network: "TIKTOK" });
    const { id: matched } = await aCampaign(app, { name: "Elsewhere", network: "META" });
    await sql`
      update campaigns set network_campaign_id = '99' where project_id = ${app.project.id} and id = ${matched}`;
    expect(await suggested()).toBeNull();
    const { id } = await aCampaign(app, { name: "Elsewhere" });
    expect(await suggested()).toEqual({ id, name: "Elsewhere" });
    await aCampaign(app, { name: "elsewhere", network: "META" });
    expect(await suggested()).toBeNull();
  });

  test("a rejected token stops the pull until it is replaced, with Meta's message", async () => {
    const { app } = await connected("META");
    const error = { message: "Error validating access token", type: "OAuthException", code: 190 };
    const query = await aNetwork(() => ({ status: 400, body: { error } }));
    expect(await pull(app)).toMatchObject({
      state: "failed",
      next_at: null,
      problem: "Meta rejected the credentials: Error validating access token (190)",
    });
    expect(query).toHaveLength(1);
    await pull(app, new Date(now.getTime() + 86_400_000));
    expect(query).toHaveLength(1);
  });

  test("when rate-limited it waits as long as Meta requests and keeps the stored days", async () => {
    const { app } = await connected("META");
    const usage = JSON.stringify({ "77": [{ type: "ads_insights", estimated_time_to_regain_access: 40 }] });
    await aNetwork((question, query) =>
      query.length < 3
        ? { body: { data: [metaRow(requestedDay(question), "a1", "1")] } }
        : {
            status: 400,
            headers: { "x-business-use-case-usage": usage },
            body: { error: { message: "User request limit reached", code: 17 } },
          },
    );
    expect(await pull(app)).toMatchObject({
      state: "failed",
      next_at: new Date(now.getTime() + 40 * 60_000).toISOString(),
      problem: "Meta rate-limited the request: User request limit reached (17)",
      done: 3,
      total: 28,
    });
    expect(await spent(app)).toBe(300);
    await proven(app);
  });

  test("a short 429, a 503 and an interrupted response are retried, then the pull continues", async () => {
    const { app } = await connected("META");
    const troubles: Scripted[] = [
      { status: 429, headers: { "retry-after": "2" }, body: { error: { message: "slow down" } } },
      { status: 503, body: "<html>busy</html>" },
      { body: { data: [metaRow("2036-05-14", "a1", "1")] }, cut: true },
    ];
    await aNetwork(
      (question) => troubles.shift() ?? { body: { data: [metaRow(requestedDay(question), "a1", "1")] } },
    );
    expect(await pull(app)).toMatchObject({ state: "good", rows: 28 });
    expect(waits).toEqual([2_000, 4_000, 15_000]);
    expect(await spent(app)).toBe(2800);
  });

  test("a lasting error is given up after some attempts, and retried less and less often", async () => {
    const { app } = await connected("META");
    const query = await aNetwork(() => ({ status: 500, body: {} }));
    const first = await pull(app);
    expect(first).toMatchObject({ state: "failed", problem: "Meta has an internal error (500)." });
    expect(query).toHaveLength(4);
    expect(first.next_at).toBe(new Date(now.getTime() + 5 * 60_000).toISOString());
    const later = new Date(now.getTime() + 6 * 60_000);
    expect((await pull(app, later)).next_at).toBe(new Date(later.getTime() + 10 * 60_000).toISOString());
  });

  test("redirects are not followed, and a day that was not requested is not stored", async () => {
    const { app } = await connected("META");
    const query = await aNetwork(() => ({
      status: 302,
      headers: { location: "http://169.254.169.254/" },
      body: {},
    }));
    expect((await pull(app)).problem).toContain(
      "responded with a redirect. Cairn doesn't follow redirects here.",
    );
    expect(query).toHaveLength(1);
    await aNetwork(() => ({ body: { data: [metaRow("2020-01-01", "a1", "1")] } }));
    const again = await pull(app, new Date(now.getTime() + 86_400_000));
    expect(again.problem).toBe("The network sent data for 2020-01-01, which was not requested.");
    expect(await spent(app)).toBe(0);
  });

  test("a missing exchange rate is reported; once it exists, the pull continues", async () => {
    const { app } = await connected("META");
    await aNetwork((question) => ({
      body: {
        data:
          requestedDay(question) === "2036-06-09"
            ? [metaRow("2036-06-09", "a1", "10", { account_currency: "USD" })]
            : [],
      },
    }));
    expect((await pull(app)).problem).toContain("There is no exchange rate from USD to EUR on 2036-06-09.");
    await setExchangeRates(
      app.project,
      [{ currency: "USD", day: "2036-06-01", rate: 0.9 }],
      commandLine,
      now,
    );
    expect((await listExchangeRates(app.project)).rates).toHaveLength(1);
    expect((await pull(app)).state).toBe("good");
    expect(await spent(app)).toBe(900);
  });
});

test("Meta: countries of each ad, and the platform of the store that its ad set promotes", async () => {
  const { app } = await connected("META");
  const day = "2036-06-09";
  const queried: URL[] = [];
  await aNetwork(
    (question) => ({
      body: {
        data:
          requestedDay(question) === day
            ? [
                metaRow(day, "a1", "10.01", { impressions: "900", inline_link_clicks: "40" }),
                metaRow(day, "a2", "3", { adset_id: "s2", impressions: "70" }),
                // Without cost, but seen.
                metaRow(day, "a3", "0", { impressions: "5", inline_link_clicks: "1" }),
              ]
            : [],
      },
    }),
    ({ url }) => {
      queried.push(url);
      if (url.pathname === "/v99.0/")
        return {
          body: {
            s1: { promoted_object: { object_store_url: "https://apps.apple.com/app/id1" }, id: "s1" },
            s2: { promoted_object: { pixel_id: "1" }, id: "s2" },
          },
        };
      if (!url.searchParams.has("breakdowns")) return null;
      const part = (ad: string, country: string, spend: string, more = {}) =>
        metaRow(day, ad, spend, { country, ...more });
      return {
        body: {
          data: [
            part("a1", "DE", "5.004", { impressions: "500", inline_link_clicks: "30" }),
            part("a1", "AT", "3.004", { impressions: "300", inline_link_clicks: "12" }),
            part("a1", "unknown", "2.002"),
            // More than the ad's own amount, so it is an estimate.
            part("a2", "DE", "3.01", { adset_id: "s2" }),
          ],
        },
      };
    },
  );
  expect(await pull(app)).toMatchObject({ state: "good", rows: 5 });
  // The countries' clicks exceed those of the ad, so the last country has what is left.
  expect(await networkCounts(app)).toEqual({
    "s1a1 IOS DE": [500, 30],
    "s1a1 IOS AT": [300, 10],
    "s1a1 IOS": [100, 0],
    s2a2: [70, 0],
    "s1a3 IOS": [5, 1],
  });
  expect(await brokenDownSpend(app)).toEqual({
    "s1a1 IOS DE": 500,
    "s1a1 IOS AT": 301,
    "s1a1 IOS": 200,
    s2a2: 300,
  });
  const [adSets] = queried.filter(({ pathname }) => pathname === "/v99.0/");
  expect(Object.fromEntries(adSets!.searchParams)).toEqual({ ids: "s1,s2", fields: "promoted_object" });
  const [countries] = queried.filter(({ searchParams }) => searchParams.has("breakdowns"));
  expect(countries!.searchParams.get("breakdowns")).toBe("country");
  expect(countries!.searchParams.get("fields")).not.toContain("actions");
  await proven(app);
});

test("Google Ads: the store of an app campaign, and the countries of the users", async () => {
  const { app } = await connected("GOOGLE");
  const row = (micros: number, more: object = {}) => ({
    campaign: { id: "11", name: "Alps", appCampaignSetting: { appStore: "GOOGLE_APP_STORE" } },
    customer: { currencyCode: "EUR" },
    segments: { date: "2036-06-05" },
    metrics: { costMicros: String(micros) },
    ...more,
  });
  const group = { adGroup: { id: "7", name: "Hikers" } };
  const at = (countryCriterionId: string, more = {}) => ({
    userLocationView: { countryCriterionId },
    ...more,
  });
  const isWeek = (body: string) => body.includes("'2036-06-04' AND '2036-06-10'");
  await aNetwork(
    ({ url, body }) => {
      if (url.pathname === "/token") return { body: { access_token: "short" } };
      if (!isWeek(body) || !body.includes("cost_micros")) return { body: [] };
      return {
        body: [{ results: [body.includes("FROM ad_group") ? row(6_000_000, group) : row(10_000_000)] }],
      };
    },
    ({ body }) => {
      if (body.includes("FROM geo_target_constant"))
        return {
          body: [
            {
              results: [
                { geoTargetConstant: { id: "2276", countryCode: "DE" } },
                { geoTargetConstant: { id: "2040", countryCode: "AT" } },
              ],
            },
          ],
        };
      if (!body.includes("user_location_view") || !isWeek(body)) return null;
      const results = body.includes("ad_group.id")
        ? [
            row(2_000_000, at("2276", group)),
            row(1_000_000, at("2276", group)),
            row(2_500_000, at("2040", group)),
          ]
        : [row(6_000_000, at("2276")), row(2_500_000, at("2040"))];
      return { body: [{ results }] };
    },
  );
  expect(await pull(app)).toMatchObject({ state: "good", rows: 5 });
  expect(await brokenDownSpend(app)).toEqual({
    "7 ANDROID DE": 300,
    "7 ANDROID AT": 250,
    "7 ANDROID": 50,
    "ANDROID DE": 300,
    ANDROID: 100,
  });
  await proven(app);
});

test("TikTok: the countries of an ad, and its platform if all of its spend was on one", async () => {
  const { app } = await connected("TIKTOK");
  const day = "2036-06-05";
  const line = (ad_id: string, spend: string, more: object = {}) => ({
    dimensions: { ad_id, stat_time_day: `${day} 00:00:00`, ...more },
    metrics: {
      spend,
      campaign_id: "11",
      campaign_name: "Alps",
      adgroup_id: "g",
      adgroup_name: "Group",
      ad_name: "Ad",
    },
  });
  const scripted = (url: URL, list: object[]) => ({
    body: {
      code: 0,
      message: "OK",
      data: {
        list: url.searchParams.get("start_date") === "2036-06-04" ? list : [],
        page_info: { total_page: 1 },
      },
    },
  });
  await aNetwork(
    ({ url }) => scripted(url, [line("a1", "4"), line("a2", "3")]),
    ({ url }) => {
      const dimensions = url.searchParams.get("dimensions") ?? "";
      if (dimensions.includes("platform")) {
        expect(url.searchParams.get("report_type")).toBe("AUDIENCE");
        return scripted(url, [
          line("a1", "4", { platform: "IOS" }),
          line("a2", "1", { platform: "IOS" }),
          line("a2", "2", { platform: "ANDROID" }),
        ]);
      }
      if (!dimensions.includes("country_code")) return null;
      return scripted(url, [
        line("a1", "1", { country_code: "DE" }),
        line("a1", "2.5", { country_code: "FR" }),
        line("a2", "3", { country_code: "DE" }),
      ]);
    },
  );
  expect(await pull(app)).toMatchObject({ state: "good", rows: 4 });
  expect(await brokenDownSpend(app)).toEqual({
    "ga1 IOS DE": 100,
    "ga1 IOS FR": 250,
    "ga1 IOS": 50,
    "ga2 DE": 300,
  });
  await proven(app);
});

test("Apple Ads: always iOS, with the countries of keywords and of the remaining spend", async () => {
  const { app } = await connected("APPLE_SEARCH_ADS");
  const row = (metadata: object, amount: string) => ({
    metadata,
    granularity: [{ date: "2036-06-05", localSpend: { amount, currency: "EUR" } }],
  });
  const report = (...rows: object[]) => ({
    body: { data: { reportingDataResponse: { row: rows } }, pagination: { totalResults: rows.length } },
  });
  const campaign = { campaignId: 11, campaignName: "Alps" };
  const group = { adGroupId: 5, adGroupName: "Group" };
  const keyword = { ...group, keywordId: 9, keyword: "hiking" };
  await aNetwork(
    ({ url }) => {
      if (url.pathname === "/auth/oauth2/token") return { body: { access_token: "apple" } };
      if (url.pathname.endsWith("/adgroups")) return report(row(group, "8"));
      if (url.pathname.endsWith("/keywords")) return report(row(keyword, "6.5"));
      return report(row(campaign, "10"));
    },
    ({ url, body }) => {
      if (!body.includes("groupBy")) return null;
      expect(JSON.parse(body).groupBy).toEqual(["countryOrRegion"]);
      const of = (metadata: object, countryOrRegion: string, amount: string) =>
        row({ ...metadata, countryOrRegion }, amount);
      if (url.pathname.endsWith("/adgroups")) return report(of(group, "DE", "5"), of(group, "AT", "3"));
      if (url.pathname.endsWith("/keywords")) return report(of(keyword, "DE", "4"), of(keyword, "AT", "2.5"));
      return report(of(campaign, "DE", "6.5"), of(campaign, "AT", "3"));
    },
  );
  expect(await pull(app)).toMatchObject({ state: "good", rows: 6 });
  expect(await brokenDownSpend(app)).toEqual({
    "59 IOS DE": 400,
    "59 IOS AT": 250,
    "5 IOS DE": 100,
    "5 IOS AT": 50,
    "IOS DE": 150,
    IOS: 50,
  });
  await proven(app);
});

describe("Google Ads", () => {
  const row = (day: string, micros: number, group?: string) => ({
    customer: { currencyCode: "EUR" },
    campaign: { id: "11", name: "Alps" },
    ...(group ? { adGroup: { id: group, name: `Group ${group}` } } : {}),
    segments: { date: day },
    metrics: { costMicros: String(micros) },
  });

  test("signs in with its refresh token and counts ad groups, and the campaign's spend outside of ad groups", async () => {
    const { app } = await connected("GOOGLE");
    const query = await aNetwork(({ url, body }) => {
      if (url.pathname === "/token") return { body: { access_token: "short", expires_in: 3600 } };
      const { query } = JSON.parse(body);
      if (!query.includes("'2036-06-04' AND '2036-06-10'")) return { body: [] };
      return query.includes("FROM ad_group ")
        ? {
            body: [
              { results: [row("2036-06-05", 4_000_000, "g1")] },
              { results: [row("2036-06-05", 1_005_000, "g2")] },
            ],
          }
        : { body: [{ results: [row("2036-06-05", 9_005_000), row("2036-06-06", 2_000_000)] }] };
    });
    expect(await pull(app)).toMatchObject({ state: "good", rows: 4 });
    expect(await stored(app)).toMatchObject([
      { day: "2036-06-05", ad_set_id: "", amount_minor: 400 },
      { day: "2036-06-05", ad_set_id: "g1", amount_minor: 400 },
      { day: "2036-06-05", ad_set_id: "g2", amount_minor: 101 },
      { day: "2036-06-06", ad_set_id: "", amount_minor: 200 },
    ]);
    expect(query[0]!.body).toBe("grant_type=refresh_token&client_id=c&client_secret=s&refresh_token=r");
    const search = query.find(({ url }) => url.pathname.includes("searchStream"))!;
    expect(search.url.pathname).toBe("/v99/customers/1234567890/googleAds:searchStream");
    expect(search.headers).toMatchObject({
      authorization: "Bearer short",
      "developer-token": "dev",
      "login-customer-id": "9998887777",
    });
    await proven(app);
  });

  test("claims installs once, although they are a download and a first open, and every conversion by name", async () => {
    const { app } = await connected("GOOGLE");
    const at = { campaign: { id: "11" }, segments: { date: "2036-06-05" } };
    const action = (conversionActionName: string, conversionActionCategory: string, count: number) => ({
      ...at,
      segments: {
        ...at.segments,
        conversionAction: `customers/1/conversionActions/${count * 4}`,
        conversionActionName,
        conversionActionCategory,
      },
      metrics: { allConversionsByConversionDate: count },
    });
    await aNetwork(({ url, body }) => {
      if (url.pathname === "/token") return { body: { access_token: "short" } };
      const { query } = JSON.parse(body);
      if (!query.includes("'2036-06-04' AND '2036-06-10'")) return { body: [] };
      if (query.includes("conversion_action_name"))
        return {
          body: [
            { results: [action("Install", "DOWNLOAD", 7.5), action("First open", "DOWNLOAD", 8.25)] },
            { results: [action("Purchase", "PURCHASE", 2)] },
          ],
        };
      if (query.includes("metrics.impressions") && !query.includes("cost_micros"))
        return { body: [{ results: [{ ...at, metrics: { impressions: "5000", clicks: "60" } }] }] };
      return { body: [] };
    });
    await pull(app);
    expect((await claimed(app))[0]).toMatchObject({
      day: "2036-06-05",
      zone: accountZone,
      impressions: 5000,
      clicks: 60,
      installs: 8.25,
      conversions: { "Install (30)": 7.5, "First open (33)": 8.25, "Purchase (8)": 2 },
    });
  });

  test("a revoked token, a 401 and a 429 have their own messages", async () => {
    const { app } = await connected("GOOGLE");
    await aNetwork(() => ({
      status: 400,
      body: { error: "invalid_grant", error_description: "Token has been revoked." },
    }));
    expect(await pull(app)).toMatchObject({
      next_at: null,
      problem: "Google rejected the credentials: Token has been revoked.",
    });
    const fails = async (scripted: Scripted) => {
      await aNetwork(({ url }) => (url.pathname === "/token" ? { body: { access_token: "t" } } : scripted));
      await sql`update network_pulls set next_at = ${now} where project_id = ${app.project.id}`;
      return pull(app);
    };
    const detail = { errors: [{ message: "The developer token is not approved." }] };
    expect(
      await fails({ status: 403, body: [{ error: { code: 403, message: "No.", details: [detail] } }] }),
    ).toMatchObject({
      next_at: null,
      problem: "Google Ads rejected the credentials (403). It says: The developer token is not approved.",
    });
    const limited = await fails({
      status: 429,
      headers: { "retry-after": "3600" },
      body: { error: { message: "Quota" } },
    });
    expect(limited).toMatchObject({
      problem: "Google Ads rate-limited the request. It says: Quota",
      next_at: new Date(now.getTime() + 3_600_000).toISOString(),
    });
  });

  test("a stream that ends with an error stores nothing of its part", async () => {
    const { app } = await connected("GOOGLE");
    await aNetwork(({ url }) =>
      url.pathname === "/token"
        ? { body: { access_token: "t" } }
        : {
            body: [{ results: [row("2036-06-05", 4_000_000)] }, { error: { code: 13, message: "Internal" } }],
          },
    );
    expect(await pull(app)).toMatchObject({
      state: "failed",
      problem: "Google Ads stopped its response with an error: Internal",
    });
    expect(await spent(app)).toBe(0);
  });
});

describe("TikTok", () => {
  const row = (day: string, ad: string, spend: string) => ({
    dimensions: { ad_id: ad, stat_time_day: `${day} 00:00:00` },
    metrics: {
      spend,
      campaign_id: "11",
      campaign_name: "Alps",
      adgroup_id: "g",
      adgroup_name: "Group",
      ad_name: "Ad",
    },
  });

  test("claims installs by the time of the conversion; an advertiser without an app is not queried for them", async () => {
    const { app } = await connected("TIKTOK");
    const report = {
      impressions: "900",
      clicks: "30",
      real_time_app_install: "6",
      registration: "2",
      purchase: "-",
    };
    const answer = ({ url }: Question, more: object) => {
      const list =
        url.searchParams.get("start_date") === "2036-06-04"
          ? [
              {
                ...row("2036-06-05", "a1", "1"),
                metrics: { ...row("2036-06-05", "a1", "1").metrics, ...more },
              },
            ]
          : [];
      return { body: { code: 0, message: "OK", data: { list, page_info: { total_page: 1 } } } };
    };
    await aNetwork((question) => answer(question, report));
    await pull(app);
    expect((await claimed(app))[0]).toMatchObject({
      day: "2036-06-05",
      zone: accountZone,
      impressions: 900,
      clicks: 30,
      installs: 6,
      conversions: { registration: 2, purchase: 0 },
    });
    const without = await connected("TIKTOK");
    await aNetwork((question) =>
      question.url.searchParams.get("metrics")?.includes("real_time_app_install")
        ? { body: { code: 40_002, message: "metrics: not supported for this advertiser" } }
        : answer(question, { impressions: "900", clicks: "30" }),
    );
    expect(await pull(without.app)).toMatchObject({ state: "good", rows: 1 });
    expect((await claimed(without.app))[0]).toMatchObject({ impressions: 900, clicks: 30, installs: null });
  });

  test("reads page after page, in the account's currency", async () => {
    const { app } = await connected("TIKTOK");
    const query = await aNetwork(({ url }) => {
      const { start_date, page } = Object.fromEntries(url.searchParams);
      const list = start_date === "2036-06-04" ? [row("2036-06-05", `ad${page}`, "1.25")] : [];
      return {
        body: { code: 0, message: "OK", data: { list, page_info: { total_page: list.length ? 3 : 0 } } },
      };
    });
    expect(await pull(app)).toMatchObject({ state: "good", rows: 3 });
    expect(await stored(app)).toMatchObject([
      { creative_id: "ad1", amount_minor: 125 },
      { creative_id: "ad2" },
      {},
    ]);
    expect(query[0]!.headers["access-token"]).toBe("tiktok-token");
    expect(Object.fromEntries(query[0]!.url.searchParams)).toMatchObject({
      advertiser_id: "77",
      report_type: "BASIC",
      data_level: "AUCTION_AD",
      dimensions: '["ad_id","stat_time_day"]',
    });
    await proven(app);
  });

  test.each([
    [
      { code: 40_105, message: "Access token is incorrect" },
      "TikTok rejected the credentials: Access token is incorrect (40105)",
      null,
    ],
    [
      { code: 40_100, message: "Too many requests" },
      "TikTok rate-limited the request: Too many requests (40100)",
      15,
    ],
    [{ code: 51_000, message: "System error" }, "TikTok has an internal error: System error (51000)", 5],
    [{ code: 40_002, message: "Bad field" }, "TikTok rejected the query: Bad field (40002)", 360],
  ])("returns 200 for the error %j", async (body, problem, minutes) => {
    const { app } = await connected("TIKTOK");
    await aNetwork(() => ({ body }));
    const next = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
    expect(await pull(app)).toMatchObject({ state: "failed", problem, next_at: next });
  });
});

describe("Apple Ads", () => {
  const row = (metadata: object, ...days: [string, string, object?][]) => ({
    metadata,
    granularity: days.map(([date, amount, more]) => ({
      date,
      localSpend: { amount, currency: "EUR" },
      ...more,
    })),
  });
  const report = (rows: object[], total = rows.length) => ({
    body: {
      data: { reportingDataResponse: { row: rows } },
      pagination: { totalResults: total, startIndex: 0, itemsPerPage: 1000 },
      error: null,
    },
  });

  test("signs its own secret, and counts keywords, the remaining spend of ad groups, and that of campaigns", async () => {
    const { app } = await connected("APPLE_SEARCH_ADS");
    const query = await aNetwork(({ url, body }) => {
      if (url.pathname === "/auth/oauth2/token") return { body: { access_token: "apple", expires_in: 3600 } };
      if (url.pathname.endsWith("/adgroups"))
        return report([row({ adGroupId: 5, adGroupName: "Group" }, ["2036-06-05", "8"])]);
      if (url.pathname.endsWith("/keywords"))
        return report([
          row({ adGroupId: 5, adGroupName: "Group", keywordId: 9, keyword: "hiking" }, ["2036-06-05", "6.5"]),
        ]);
      const { offset } = JSON.parse(body).selector.pagination;
      return offset === 0
        ? report(
            [
              row(
                { campaignId: 11, campaignName: "Alps" },
                [
                  "2036-06-05",
                  "10",
                  { impressions: 70, taps: 9, totalInstalls: 5, tapInstalls: 4, viewInstalls: 1 },
                ],
                ["2036-06-06", "0"],
              ),
            ],
            1_001,
          )
        : report([row({ campaignId: 11, campaignName: "Alps" }, ["2036-06-07", "1"])], 1_001);
    });
    expect(await pull(app)).toMatchObject({ state: "good", rows: 4 });
    expect(await stored(app)).toMatchObject([
      { day: "2036-06-05", ad_set_id: "", keyword_id: "", amount_minor: 200 },
      { day: "2036-06-05", ad_set_id: "5", keyword_id: "", amount_minor: 150 },
      { day: "2036-06-05", ad_set_id: "5", keyword_id: "9", amount_minor: 650 },
      { day: "2036-06-07", ad_set_id: "", amount_minor: 100 },
    ]);
    const form = new URLSearchParams(query[0]!.body);
    const [header, claims, signature] = form.get("client_secret")!.split(".");
    const signed = Buffer.from(`${header}.${claims}`);
    const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
    expect(verify("sha256", signed, key, Buffer.from(signature!, "base64url"))).toBe(true);
    expect(JSON.parse(Buffer.from(claims!, "base64url").toString())).toMatchObject({
      iss: "SEARCHADS.t",
      sub: "SEARCHADS.c",
      aud: "https://appleid.apple.com",
    });
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: "client_credentials",
      scope: "searchadsorg",
    });
    expect(query[1]!.headers).toMatchObject({ authorization: "Bearer apple", "x-ap-context": "orgId=77" });
    expect(await claimed(app)).toMatchObject([
      {
        day: "2036-06-05",
        zone: accountZone,
        impressions: 70,
        clicks: 9,
        installs: 5,
        windows: { tap: 4, view: 1 },
      },
      { day: "2036-06-06", installs: 0 },
      { day: "2036-06-07", installs: 0 },
    ]);
    await proven(app);
  });

  test("a 200 with an error is a failure, and an invalid key is reported without its value", async () => {
    const { app } = await connected("APPLE_SEARCH_ADS");
    await aNetwork(({ url }) =>
      url.pathname === "/auth/oauth2/token"
        ? { body: { access_token: "apple" } }
        : {
            body: {
              data: null,
              error: { errors: [{ messageCode: "INVALID_INPUT", message: "No such org" }] },
            },
          },
    );
    expect((await pull(app)).problem).toBe("Apple Ads rejected the query: INVALID_INPUT: No such org");
    const other = await connected("APPLE_SEARCH_ADS", {
      given: { ...credentials.APPLE_SEARCH_ADS, private_key: "nonsense" },
    });
    const shown = await pull(other.app);
    expect(shown.problem).toBe("The private key must be a P-256 key in PEM format.");
  });
});

test("credentials encrypted for another row or with another key are not used, and that is reported", async () => {
  const { app, account } = await connected("META");
  const foreign = encrypt(JSON.stringify(credentials.META), aboutAccount(app.project.id, account.id + 1));
  await sql`update network_accounts set credentials = ${foreign} where project_id = ${app.project.id}`;
  const query = await aNetwork(() => ({ body: { data: [] } }));
  expect((await pull(app)).problem).toContain("The stored credentials can't be read");
  expect(query).toEqual([]);
});

test("a pull without time left continues after the completed days, with all its results", async () => {
  const { app } = await connected("META");
  const query = await aNetwork((question) => ({
    body: {
      data: [
        metaRow(requestedDay(question), "a1", "1"),
        metaRow(requestedDay(question), "b1", "2", { campaign_id: "12", campaign_name: "Elsewhere" }),
      ],
    },
  }));
  const inTurns = async (parts: number) => {
    let left = parts;
    await pullProject(
      app.project.id,
      () => left-- <= 0,
      () => now,
      { wait },
    );
  };
  await inTurns(10);
  const [first] = (await listPulls(app.project, now)).accounts;
  expect(first).toMatchObject({ state: "pulling", done: 10, total: 28 });
  expect(await spent(app)).toBe(1000);
  expect(await pull(app)).toMatchObject({
    state: "good",
    rows: 28,
    unknown: [{ id: "12", amount_minor: 5600 }],
  });
  expect(query.map(requestedDay)).toEqual([...new Set(query.map(requestedDay))]);
  expect(query).toHaveLength(28);
  await proven(app);
});

test("an account is pulled by one process at a time", async () => {
  const { app } = await connected("META");
  const query = await aNetwork(() => ({ body: { data: [] } }));
  await Promise.all(
    Array.from({ length: 5 }, () =>
      pullProject(
        app.project.id,
        () => false,
        () => now,
        { wait },
      ),
    ),
  );
  expect(query).toHaveLength(28);
});

describe("Snapchat", () => {
  const day = "2036-06-05";
  /** As in Snap's documentation: amounts in millionths, and dimensions next to the amounts. */
  const entity = (id: string, points: object[]) => ({
    id,
    timeseries: points.map((point) => ({ start_time: `${day}T00:00:00.000-07:00`, ...point })),
  });
  const statsOf = (breakdown: string, entities: object[]) => ({
    body: {
      request_status: "SUCCESS",
      timeseries_stats: [
        {
          sub_request_status: "SUCCESS",
          timeseries_stat: { granularity: "DAY", breakdown_stats: { [breakdown]: entities } },
        },
      ],
    },
  });
  type Reported = { campaign: object[]; ad: object[]; campaignParts?: object[]; adParts?: object[] };
  const account = { timezone: accountZone, currency: "EUR" };

  /** Ad a1 is in ad squad s1 of campaign 11; others are not listed. */
  const aSnap = (reported: Reported, more: Record<string, Scripted> = {}) =>
    aNetwork(({ url }) => {
      const path = url.pathname.replace("/snap/", "");
      if (more[path]) return more[path];
      if (path === "token") return { body: { access_token: "snap-access" } };
      if (path === "v1/adaccounts/77") return { body: { adaccounts: [{ adaccount: account }] } };
      const { breakdown = "", start_time = "", report_dimension } = Object.fromEntries(url.searchParams);
      if (path.endsWith("/stats")) {
        if (start_time !== "2036-05-14T07:00:00.000Z") return statsOf(breakdown, []);
        const isAd = breakdown === "ad";
        if (report_dimension === undefined) return statsOf(breakdown, isAd ? reported.ad : reported.campaign);
        return statsOf(breakdown, (isAd ? reported.adParts : reported.campaignParts) ?? []);
      }
      if (path.endsWith("/campaigns"))
        return { body: { campaigns: [{ campaign: { id: "11", name: "Alps at Snap" } }] } };
      if (path.endsWith("/adsquads"))
        return { body: { adsquads: [{ adsquad: { id: "s1", name: "Squad", campaign_id: "11" } }] } };
      return url.searchParams.get("cursor") === "two"
        ? { body: { ads: [{ ad: { id: "a1", name: "Ad one", ad_squad_id: "s1" } }], paging: {} } }
        : { body: { ads: [], paging: { next_link: "http://169.254.169.254/steal?cursor=two&limit=1" } } };
    });

  test("splits ads by country and system, and keeps the rest of the campaign's day", async () => {
    const { app } = await connected("SNAPCHAT");
    const query = await aSnap({
      campaign: [
        entity("11", [{ stats: { spend: 10_000_000, impressions: 900, swipes: 30, total_installs: 6 } }]),
      ],
      ad: [
        entity("a1", [{ stats: { spend: 7_000_000 } }]),
        entity("gone", [{ stats: { spend: 1_000_000 } }]),
      ],
      adParts: [
        entity("a1", [
          {
            dimension_stats: [
              { country: "de", os: "iOS", spend: 3_333_333 },
              { country: "de", os: "ANDROID", spend: 1_666_667 },
              { country: "fr", os: "ANDROID", spend: 1_000_000 },
            ],
          },
        ]),
      ],
      campaignParts: [
        entity("11", [
          {
            dimension_stats: [
              { country: "de", os: "iOS", spend: 4_333_333 },
              { country: "de", os: "ANDROID", spend: 1_666_667 },
              { country: "fr", os: "ANDROID", spend: 1_000_000 },
            ],
          },
        ]),
      ],
    });
    expect(await pull(app)).toMatchObject({ state: "good" });
    expect(await spent(app)).toBe(1_000);
    expect(await brokenDownSpend(app)).toEqual({
      "s1a1 IOS DE": 333,
      "s1a1 ANDROID DE": 167,
      "s1a1 ANDROID FR": 100,
      s1a1: 100,
      // The unlisted ad, and spend without an ad.
      "IOS DE": 100,
      "": 200,
    });
    expect((await claimed(app))[0]).toMatchObject({
      day,
      zone: accountZone,
      impressions: 900,
      clicks: 30,
      installs: 6,
    });
    const stats = query.find(({ url }) => url.pathname.endsWith("/stats"))!;
    expect(stats.headers.authorization).toBe("Bearer snap-access");
    expect(Object.fromEntries(stats.url.searchParams)).toMatchObject({
      granularity: "DAY",
      breakdown: "campaign",
      start_time: "2036-05-14T07:00:00.000Z",
      end_time: "2036-06-11T07:00:00.000Z",
    });
    const token = query.find(({ url }) => url.pathname === "/snap/token")!;
    expect(Object.fromEntries(new URLSearchParams(token.body))).toEqual({
      grant_type: "refresh_token",
      client_id: "snap-client",
      client_secret: "snap-secret",
      refresh_token: "snap-refresh",
    });
    await proven(app);
  });

  test("without a breakdown, or with parts above the total, spend counts as not broken down", async () => {
    const spend = (amount: number) => ({ stats: { spend: amount } });
    const whole = { campaign: [entity("11", [spend(5_000_000)])], ad: [entity("a1", [spend(5_000_000)])] };
    for (const parts of [[], [{ country: "DE", os: "iOS", spend: 6_000_000 }]]) {
      const { app } = await connected("SNAPCHAT");
      await aSnap({ ...whole, adParts: [entity("a1", [{ dimension_stats: parts }])] });
      await pull(app);
      expect(await brokenDownSpend(app)).toEqual({ s1a1: 500 });
    }
  });

  test.each([
    [
      "token",
      { status: 400, body: { error: "invalid_grant", error_description: "Token was revoked" } },
      "Snapchat rejected the credentials: Token was revoked",
    ],
    [
      "v1/adaccounts/77/stats",
      { status: 400, body: { request_status: "ERROR", error_code: "E1001", debug_message: "Bad field" } },
      "Snapchat rejected the query (400). It says: E1001: Bad field",
    ],
    [
      "v1/adaccounts/77/stats",
      { body: { request_status: "SUCCESS", timeseries_stats: [{ sub_request_status: "ERROR" }] } },
      "Snapchat rejected the query: no reason",
    ],
    [
      "v1/adaccounts/77",
      { body: { adaccounts: [{ adaccount: { currency: "EUR" } }] } },
      "Snapchat doesn't report the account's time zone.",
    ],
    ["v1/adaccounts/77/stats", { status: 429, body: {} }, "Snapchat rate-limited the request."],
  ])("a problem at %s: %j", async (path, scripted, problem) => {
    const { app } = await connected("SNAPCHAT");
    await aSnap({ campaign: [], ad: [] }, { [path]: scripted });
    expect(await pull(app)).toMatchObject({ state: "failed", problem });
  });

  test("a list that repeats its page ends the pull", async () => {
    const { app } = await connected("SNAPCHAT");
    const next_link = "https://x.example/?cursor=one";
    const campaign = [entity("11", [{ stats: { spend: 10_000_000 } }])];
    await aSnap(
      { campaign, ad: [] },
      { "v1/adaccounts/77/campaigns": { body: { campaigns: [], paging: { next_link } } } },
    );
    expect(await pull(app)).toMatchObject({
      state: "failed",
      problem: "Snapchat returned the same page twice, so the pull stopped.",
    });
  });
});

describe("Reddit", () => {
  const day = "2036-06-05";
  const line = (more: object) => ({ date: day, campaign_id: "11", ad_id: "a1", ...more });
  type Report = { data: { breakdowns: string[]; fields: string[]; starts_at: string; time_zone_id: string } };

  const aReddit = (
    lines: Record<string, object[]>,
    more: (question: Question) => Scripted | null = () => null,
  ) =>
    aNetwork((question) => {
      const { url, body } = question;
      const own = more(question);
      if (own) return own;
      const path = url.pathname.replace("/reddit/", "");
      if (path === "token") return { body: { access_token: "reddit-access" } };
      if (path === "v3/ad_accounts/77")
        return { body: { data: { currency: "EUR", time_zone_id: accountZone } } };
      if (path.endsWith("/reports")) {
        const { data } = JSON.parse(body) as Report;
        const isFirst = data.starts_at === "2036-06-04T07:00:00.000Z";
        const found = (isFirst && lines[data.breakdowns.at(-1)!]) || [];
        const isSecond = url.searchParams.get("page.token") === "two";
        const metrics = isSecond ? found.slice(1) : found.slice(0, 1);
        const next_url =
          isSecond || found.length < 2 ? null : "http://169.254.169.254/steal?page.token=two&page.size=100";
        return { body: { data: { metrics }, pagination: { next_url } } };
      }
      if (path.endsWith("/campaigns")) return { body: { data: [{ id: "11", name: "Alps at Reddit" }] } };
      if (path.endsWith("/ad_groups")) return { body: { data: [{ id: "g1", name: "Group" }] } };
      return { body: { data: [{ id: "a1", name: "Ad one", ad_group_id: "g1" }] } };
    });

  test("splits ads by country; an ad has a system if all of its day's spend was on it", async () => {
    const { app } = await connected("REDDIT");
    const query = await aReddit({
      AD_ID: [
        line({ spend: 5_000_000, impressions: 900, clicks: 30, app_install_install_count: 6 }),
        line({ ad_id: "a2", spend: 3_000_000, app_install_sign_up_count: 2 }),
      ],
      OS_TYPE: [
        line({ os_type: "IOS", spend: 5_000_000 }),
        line({ ad_id: "a2", os_type: "ANDROID", spend: 2_000_000 }),
        line({ ad_id: "a2", os_type: "IOS", spend: 1_000_000 }),
      ],
      COUNTRY: [
        line({ country: "DE", spend: 3_333_333 }),
        line({ country: "FR", spend: 666_667 }),
        line({ ad_id: "a2", country: "DE", spend: 3_000_000 }),
      ],
    });
    expect(await pull(app)).toMatchObject({ state: "good" });
    expect(await spent(app)).toBe(800);
    expect(await brokenDownSpend(app)).toEqual({
      "g1a1 IOS DE": 333,
      "g1a1 IOS FR": 67,
      "g1a1 IOS": 100,
      "a2 DE": 300,
    });
    expect((await claimed(app))[0]).toMatchObject({
      day,
      zone: accountZone,
      impressions: 900,
      clicks: 30,
      installs: 6,
      conversions: { sign_ups: 2, purchases: 0 },
    });
    const report = query.find(({ url }) => url.pathname.endsWith("/reports"))!;
    expect([report.method, report.headers.authorization]).toEqual(["POST", "Bearer reddit-access"]);
    expect(JSON.parse(report.body).data).toMatchObject({
      breakdowns: ["DATE", "CAMPAIGN_ID", "AD_ID"],
      time_zone_id: accountZone,
    });
    const token = query.find(({ url }) => url.pathname === "/reddit/token")!;
    const basic = Buffer.from("reddit-client:reddit-secret").toString("base64");
    expect(token.headers.authorization).toBe(`Basic ${basic}`);
    expect(token.body).toBe("grant_type=refresh_token&refresh_token=reddit-refresh");
    await proven(app);
  });

  test("an advertiser without an app, or without breakdowns, still has costs", async () => {
    const { app } = await connected("REDDIT");
    await aReddit({ AD_ID: [line({ spend: 5_000_000, impressions: 9, clicks: 3 })] }, ({ url, body }) => {
      const isRefused = /APP_INSTALL|COUNTRY|OS_TYPE/.test(body) && url.pathname.endsWith("/reports");
      return isRefused ? { status: 400, body: { error: { code: 400, message: "unsupported field" } } } : null;
    });
    expect(await pull(app)).toMatchObject({ state: "good", rows: 1 });
    expect(await brokenDownSpend(app)).toEqual({ g1a1: 500 });
    expect((await claimed(app))[0]).toMatchObject({ impressions: 9, installs: null, conversions: {} });
  });

  test.each([
    [
      "/reddit/token",
      { status: 200, body: { error: "invalid_grant" } },
      "Reddit rejected the credentials: invalid_grant",
    ],
    [
      "/reddit/v3/ad_accounts/77",
      { status: 403, body: { error: { message: "No access" } } },
      "Reddit rejected the credentials (403). It says: No access",
    ],
    [
      "/reddit/v3/ad_accounts/77",
      { body: { data: { time_zone_id: accountZone } } },
      "Reddit doesn't report the account's billing currency. Set it on the account.",
    ],
  ])("a problem at %s: %j", async (path, scripted, problem) => {
    const { app } = await connected("REDDIT");
    await aReddit({}, ({ url }) => (url.pathname === path ? scripted : null));
    expect(await pull(app)).toMatchObject({ state: "failed", problem });
  });

  test("a list that repeats its page ends the pull", async () => {
    const { app } = await connected("REDDIT");
    const next_url = "https://x.example/?page.token=one";
    await aReddit({ AD_ID: [line({ spend: 5_000_000 })] }, ({ url }) =>
      url.pathname.endsWith("/reports")
        ? { body: { data: { metrics: [] }, pagination: { next_url } } }
        : null,
    );
    expect(await pull(app)).toMatchObject({
      state: "failed",
      problem: "Reddit returned the same page twice, so the pull stopped.",
    });
  });
});
