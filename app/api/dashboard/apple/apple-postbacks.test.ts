import { expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import * as reporting from "@/app/api/v1/reporting/campaigns/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { applePostbackFigures } from "@/lib/apple/figures/figures";
import { importPostbacks } from "@/lib/apple/postbacks/import";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { verifyAgain } from "@/lib/apple/postbacks/show";
import { asServed } from "@/lib/platform/http/testing";
import { recordSpend } from "@/lib/spend/record";
import { spendRow } from "@/lib/spend/schema";
import { anAakPostback, anAppId, aSkanPostback, listApp, testAppleKeys } from "@/testing/apple-postbacks";
import { type AMember, type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";

const now = new Date("2026-06-30T12:00:00Z");
const day = 86_400_000;

type World = AProject & { appId: number; member: AMember; at: (rest?: string) => string };

async function aWorld(): Promise<World> {
  const [app, appId] = [await aProject({ currency: "EUR" }), anAppId()];
  await listApp(app, appId);
  const member = await aMember("owner", app.accountId);
  return {
    ...app,
    appId,
    member,
    at: (rest = "") => `/api/dashboard/projects/${app.project.id}/apple-postbacks${rest}`,
  };
}

const receive = (raw: Record<string, unknown>, at = now) =>
  receivePostback("jws-string" in raw ? "aak" : "skan", raw, { now: at, keys: testAppleKeys });

const paid = (fine: number, at_least: number): ConversionRule => ({
  window: 1,
  when: { kind: "revenue", at_least },
  fine,
  coarse: "high",
  lock: false,
});

asServed([dashboardRoutes, reporting] as never, (call) => {
  test("Apple's counts by network, source and campaign, with the meaning of the values", async () => {
    const { project, appId, member, at, serverKey } = await aWorld();
    const session = member.session;
    const rules = [paid(10, 5), paid(20, 15)];
    const since = new Date(now.getTime() - 30 * day);
    await changeConversions(project, { version: 0, rules }, commandLine, since);
    const campaign = await aCampaign({ project } as AProject, { name: "Peaks" });
    const saved = await call(`PUT ${at("/setup")}`, {
      session,
      body: {
        domain: "Example.com",
        networks: { "abc123.skadnetwork": "Acme Ads" },
        sources: [{ network_id: "ABC123.skadnetwork", source_identifier: "5239", campaign_id: campaign.id }],
      },
    });
    expect(saved.status).toBe(200);
    const skan = (fields: object) =>
      aSkanPostback(appId, { "ad-network-id": "abc123.skadnetwork", ...fields });
    await receive(skan({ "conversion-value": 10 }));
    await receive(skan({ "conversion-value": 20 }));
    await receive(skan({ redownload: true }));
    await receive(
      skan({ "postback-sequence-index": 1, "source-identifier": "39", "coarse-conversion-value": "low" }),
    );
    // These postbacks do not count: one lost, one from a developer, one not signed by Apple.
    await receive(skan({ "did-win": false }));
    await receive(anAakPostback(appId, { isTest: true }));
    await receive({ ...skan({}), "did-win": false });
    const query = { from: "2026-06-01", to: "2026-06-30" };
    const { body, status } = await call(`GET ${at("/figures")}`, { session, query });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      has_any: true,
      postbacks: 4,
      installs: 2,
      redownloads: 1,
      windows: [3, 1, 0],
      fine: 2,
      none: 1,
      unknown: 1,
      ambiguous: 0,
      // 5 to 15, and 15 or more.
      revenue: { low: 2000, mid: 2500, high: 3000 },
      arrived: { verified: 5, test: 1, refused: 1, copies: 0 },
      tiers: [1, 0, 0, 2],
    });
    expect(body.data.groups).toMatchObject([
      {
        network: "Acme Ads",
        campaign: { name: "Peaks" },
        windows: [3, 1, 0],
        // Apple sends the last digits of an identifier.
        sources: [{ source_identifier: "5239" }, { source_identifier: "39" }],
      },
    ]);
    expect(body.data.days.at(-1)).toEqual({ day: "2026-06-30", windows: [3, 1, 0] });
    expect(body.data.values[10]).toBe(1);
    const shown = await call(`GET ${at("/figures/sql")}`, { session, query });
    expect(await runShownSql(project as AProject["project"], shown.body.data.sql)).toEqual([
      {
        network_id: "abc123",
        campaign_id: campaign.id,
        campaign: "Peaks",
        "First window": 3,
        "Second window": 1,
        "Third window": 0,
        Installs: 2,
        "Fine value": 2,
        "No value": 1,
      },
    ]);

    const began = await call(`GET ${at("/figures")}`, { session, query: { ...query, by: "began" } });
    // 84 hours and ten and a half days before.
    expect(began.body.data.days.filter((one: { windows: number[] }) => one.windows.some(Boolean))).toEqual([
      { day: "2026-06-20", windows: [0, 1, 0] },
      { day: "2026-06-27", windows: [3, 0, 0] },
    ]);

    const report = await call("GET /api/v1/reporting/campaigns", {
      key: serverKey,
      query: { start_timestamp: "2026-06-01T00:00:00Z", end_timestamp: "2026-06-30T23:59:59Z" },
    });
    expect(report.status).toBe(200);
    expect(report.text).not.toContain("5239");
    expect(
      await sql`select 1 from ledger where project_id = ${project.id} and measure <> 'spend'`,
    ).toHaveLength(0);
  });

  test("the list distinguishes verified postbacks, tests, copies and forgeries", async () => {
    const { appId, member, at } = await aWorld();
    const session = member.session;
    const first = aSkanPostback(appId, { "conversion-value": 1 });
    await receive(first);
    await receive({ ...first, "conversion-value": 2 });
    await receive(anAakPostback(appId, { isTest: true }));
    await receive({ ...aSkanPostback(appId), "app-id": appId, "did-win": false });
    await receive(aSkanPostback(appId, { "did-win": false }));
    const countOf = async (standing: string) =>
      (await call(`GET ${at("/totals")}`, { session, query: { standing } })).body.data.count;
    for (const standing of ["counted", "lost", "test", "copies", "refused"])
      expect([standing, await countOf(standing)]).toEqual([standing, 1]);
    const { body } = await call(`GET ${at()}`, { session, query: { standing: "counted" } });
    expect(body.data.postbacks).toMatchObject([
      { network: "Meta", source_identifier: "5239", fine: 1, verdict: "verified" },
    ]);
    const one = await call(`GET ${at(`/${body.data.postbacks[0].id}`)}`, { session });
    expect(one.body.data).toMatchObject({
      signed: { postback_id: first["transaction-id"], network: "Meta", conversion_type: "download" },
      unsigned: { fine: 1, coarse: null, country: null, interaction: "click" },
      decoded: [{ version: 0, is: "unknown", revenue: null }],
      raw: first,
    });
    expect((await call(`GET ${at("/nothing")}`, { session })).status).toBe(404);
  });

  test("a source is assigned to one campaign of the project", async () => {
    const { at, member, project } = await aWorld();
    const session = member.session;
    const stranger = await aCampaign(await aProject());
    const own = await aCampaign({ project } as AProject);
    const source = { network_id: "abc", source_identifier: "12", campaign_id: stranger.id };
    const refused = await call(`PUT ${at("/setup")}`, {
      session,
      body: { domain: null, networks: {}, sources: [source] },
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { "sources.0.campaign_id": "Choose a campaign of this project." },
    ]);
    const twice = [source, source].map((one) => ({ ...one, campaign_id: own.id }));
    const again = await call(`PUT ${at("/setup")}`, {
      session,
      body: { domain: null, networks: {}, sources: twice },
    });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([400, ["sources.1.source_identifier"]]);
    const named = await call(`PUT ${at("/setup")}`, {
      session,
      body: { domain: "nowhere", networks: {}, sources: [] },
    });
    expect(named.body.errors).toEqual({ domain: "Enter a domain, such as example.com." });
    expect((await call(`GET ${at("/setup")}`, { session })).body.data.sources).toEqual([]);
  });

  test("an import reports each line, and rejects a file without postbacks", async () => {
    const { at, member } = await aWorld();
    const session = member.session;
    const lines = [
      '{"a":',
      JSON.stringify(aSkanPostback(anAppId())),
      `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      JSON.stringify({ received_at: "1969-12-31T00:00:00Z", postback: {} }),
    ];
    const text = lines.join("\n");
    const { status, body } = await call(`POST ${at("/import")}`, { session, body: { text } });
    expect(status).toBe(200);
    expect(body.data.lines).toMatchObject([
      { line: 1, outcome: "refused", why: "This is not valid JSON." },
      { line: 2, outcome: "refused", why: expect.stringMatching(/^App \d+ isn't among the store listings/) },
      { line: 3, outcome: "refused", why: "The object is nested more than 32 levels deep." },
      { line: 4, outcome: "refused", why: expect.stringMatching(/^received_at must be a time in the past/) },
    ]);
    const nothing = await call(`POST ${at("/import")}`, { session, body: { text: " \n " } });
    expect([nothing.status, nothing.body.errors]).toEqual([400, { text: "The file contains no postbacks." }]);
    const quoted = '"'.repeat(3 * 1024 * 1024);
    expect((await call(`POST ${at("/import")}`, { session, body: { text: quoted } })).status).toBe(200);
    const large = await call(`POST ${at("/import")}`, {
      session,
      body: { text: `${quoted}${"x".repeat(1024 * 1024 + 1)}` },
    });
    expect([large.status, large.body.errors]).toEqual([
      400,
      { text: "Import at most 4 MB at once. Split the file." },
    ]);
  });
});

test("estimated costs divide iOS spend by Apple's counts; an unknown one has a reason", async () => {
  const { project, appId } = await aWorld();
  await changeConversions(
    project,
    { version: 0, rules: [paid(10, 5), paid(20, 15)] },
    commandLine,
    new Date(0),
  );
  const teller = { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" } as const;
  const spend: Record<string, object[]> = {
    "1001": [
      { platform: "IOS", country: "DE", amount: 6 },
      { platform: "IOS", country: "FR", amount: 1 },
      { platform: "ANDROID", amount: 90 },
    ],
    "1002": [{ platform: "IOS", amount: 6 }, { amount: 0.5 }],
    "1003": [{ platform: "ANDROID", amount: 3 }],
  };
  for (const [source, rows] of Object.entries(spend)) {
    const { id, displayId } = await aCampaign({ project } as AProject, { name: source });
    await sql`
      insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
      values (${project.id}, 'abc123', ${source}, ${id})`;
    const parsed = rows.map((row) => spendRow.parse({ date: "2026-06-20", campaign: displayId, ...row }));
    await recordSpend(project, parsed, teller, now);
  }
  for (const source of ["1001", "1001", "1002", "1003", "1004"])
    await receive(
      aSkanPostback(appId, {
        "ad-network-id": "abc123.skadnetwork",
        "source-identifier": source,
        "conversion-value": 10,
      }),
    );
  const query = { from: "2026-06-01", to: "2026-06-30", by: "received" } as const;
  const { groups } = await applePostbackFigures(project, query, now);
  const costs = Object.fromEntries(groups.map(({ campaign, cost }) => [campaign?.name ?? "none", cost]));
  const unknown = { spend: null, cost_per_install: null, roas: null };
  expect(costs).toMatchObject({
    // Two installs with 5 to 15 each, for 7.
    "1001": { spend: 700, cost_per_install: 350, roas: { low: 1.43, mid: 2.86, high: 4.29 }, unknown: null },
    "1002": { ...unknown, not_broken_down: 50, unknown: "not_broken_down" },
    "1003": { ...unknown, unknown: "no_spend" },
    none: { ...unknown, unknown: "no_campaign" },
  });
});

test("of many source identifiers the largest are listed, and the others are added up", async () => {
  const { project, appId } = await aWorld();
  for (let source = 0; source < 53; source++)
    await receive(aSkanPostback(appId, { "source-identifier": String(1000 + source) }));
  await receive(aSkanPostback(appId, { "source-identifier": "1052" }));
  const { groups } = await applePostbackFigures(
    project,
    { from: "2026-06-01", to: "2026-06-30", by: "received" },
    now,
  );
  expect(groups).toMatchObject([{ windows: [54, 0, 0], others: { identifiers: 3, windows: [3, 0, 0] } }]);
  expect(groups[0]!.sources).toHaveLength(50);
  expect(groups[0]!.sources[0]).toMatchObject({ source_identifier: "1052", windows: [2, 0, 0] });
});

test("imported postbacks are verified like received ones, with the time from the file", async () => {
  const { project, appId } = await aWorld();
  const one = aSkanPostback(appId);
  const lines = [
    { received_at: "2026-06-01T09:30:00Z", postback: one },
    one,
    { ...aSkanPostback(appId), "did-win": false },
    { received_at: "2027-01-01T00:00:00Z", postback: aSkanPostback(appId) },
    anAakPostback(appId),
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const answered = await importPostbacks(project, text, commandLine, { now, keys: testAppleKeys });
  expect(answered.lines.map(({ outcome, verdict }) => [outcome, verdict])).toEqual([
    ["stored", "verified"],
    ["duplicate", "verified"],
    ["stored", "bad_signature"],
    ["refused", null],
    ["stored", "verified"],
  ]);
  const [first] = await sql`
    select received_at, source from apple_postbacks where project_id = ${project.id} order by received_at limit 1`;
  expect(first).toEqual({ received_at: new Date("2026-06-01T09:30:00Z"), source: "command line" });
  expect(
    (await importPostbacks(project, JSON.stringify(lines), commandLine, { now, keys: testAppleKeys })).lines,
  ).toMatchObject(
    Array.from({ length: 5 }, (_, at) => ({ line: at + 1, outcome: at === 3 ? "refused" : "duplicate" })),
  );
});

test("an unverified postback counts once its key is known", async () => {
  const { project, appId } = await aWorld();
  await receive(anAakPostback(appId));
  await sql`
    update apple_postbacks set verdict = 'unknown_key', is_first = false where project_id = ${project.id}`;
  const rows = await sql<{ id: string }[]>`select id from apple_postbacks where project_id = ${project.id}`;
  expect(await verifyAgain(project, rows[0]!.id, testAppleKeys)).toMatchObject({
    verdict: "verified",
    is_first: true,
  });
  // With other keys, its signature is invalid.
  expect(await verifyAgain(project, rows[0]!.id)).toMatchObject({
    verdict: "bad_signature",
    is_first: false,
  });
});
