import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { installPageOf } from "@/lib/activity/lists/installs/page";
import { readApple, stateAfterReply } from "@/lib/attribution/apple/answer";
import { attributeProject } from "@/lib/attribution/attribute";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { resolveTokens } from "@/lib/attribution/query-apple";
import { completeEnv } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { attributionData } from "@/lib/facts/installs/attribution-data";
import { storeInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type AProject, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const { real, testRecord, scripts } = vectors.apple;
const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

describe("Apple's response", () => {
  test("its fields are mapped, and a time without seconds is read", () => {
    expect(readApple(real)).toEqual({
      campaignId: "542370539",
      adGroupId: "542317095",
      keywordId: "87675432",
      adId: "542317136",
      at: new Date("2024-10-08T17:17:00.000Z"),
      isView: false,
      isRedownload: false,
      isTest: false,
    });
  });

  test("the record of test builds is recognised by any of its IDs", () => {
    expect(readApple(testRecord)?.isTest).toBe(true);
    for (const field of ["campaignId", "orgId", "adGroupId"])
      expect(readApple({ ...real, [field]: 1_234_567_890 })?.isTest, field).toBe(true);
  });

  test("responses without an Apple ad, and invalid ones, attribute nothing", () => {
    for (const parsed of [
      { attribution: false },
      { attribution: true },
      null,
      "yes",
      [],
      { ...real, campaignId: "x" },
    ])
      expect(readApple(parsed)).toBeNull();
  });

  test("an impression has its own time, and a redownload is marked", () => {
    const seen = {
      ...real,
      claimType: "Impression",
      impressionDate: "2024-10-09T01:02Z",
      conversionType: "Redownload",
    };
    expect(readApple(seen)).toMatchObject({
      isView: true,
      isRedownload: true,
      at: new Date("2024-10-09T01:02:00Z"),
    });
  });
});

describe("retries of Apple", () => {
  const received = new Date("2026-06-14T12:00:00Z");

  test("are five seconds apart three times, then less and less often, and end after a day", () => {
    const pauses: number[] = [];
    let at = received;
    for (let tries = 1; ; tries++) {
      const state = stateAfterReply({ notYet: "status 404" }, tries, received, at);
      if (state.state !== "WAITING") {
        expect(state).toEqual({ state: "EXPIRED", problem: "status 404" });
        break;
      }
      pauses.push((state.nextAt.getTime() - at.getTime()) / 1_000);
      at = state.nextAt;
    }
    expect(pauses).toEqual([5, 5, 60, 600, 3_600, 21_600, 21_600, 21_600]);
  });
});

/** Responds to a token with the statuses in its text, one after the other, and then with 404. */
let server: Server;
const calls = new Map<string, number>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let token = "";
    for await (const part of request) token += part;
    const call = calls.get(token) ?? 0;
    calls.set(token, call + 1);
    // Tokens of other test files have no statuses: they share the database.
    const status = Number(token.split(" ")[1]?.split(",")[call] ?? 404);
    const isQueried = request.method === "POST" && request.headers["content-type"] === "text/plain";
    response.writeHead(isQueried ? status : 415);
    response.end(status === 200 ? token.split(" ")[2] : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  completeEnv({ APPLE_ADSERVICES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/` });
});

afterAll(async () => {
  completeEnv({ APPLE_ADSERVICES_URL: "off" });
  await new Promise((resolve) => server.close(resolve));
});

let serial = 0;
const tokenOf = (statuses: number[], answer: object) =>
  `${serial++}${newId(new Date())} ${statuses.join()} ${JSON.stringify(answer).replaceAll(" ", "")}`;

async function anIphone(app: AProject, token: string, at: Date): Promise<string> {
  const body = { token: "", platform: "IOS", device_data: { adservices_attribution_token: token } };
  const context = { userAgent: null, address: "203.0.113.9", now: at };
  const instance = newId(at);
  await storeInstall(app.project, { ...body, install_instance_id: instance }, context);
  await decide(app, at);
  return instance;
}

const decide = (app: AProject, now: Date) =>
  attributeProject(
    app.project.id,
    () => false,
    () => now,
  );

/** Moves the stored times back, as if the seconds had passed. */
async function timeHasPassed(app: AProject, at: Date, seconds: number): Promise<void> {
  await sql`
    update undecided set not_before = not_before - ${seconds} * interval '1 second' where project_id = ${app.project.id}`;
  await decide(app, later(at, seconds));
}

const answerTo = (app: AProject, instance: string) =>
  attributionData(
    app.project,
    { token: "", install_instance_id: instance },
    { userAgent: null, now: new Date() },
  );

const rowsOf = (app: AProject, instance: string) => sql`
  select d.version, d.attribution_type as type, d.method, d.reason, d.kind, c.name, c.network, d.ad_set_id, d.creative_id, d.keyword_id
  from decisions d join installs s on s.project_id = ${app.project.id} and s.id = d.install_id
  left join campaigns c on c.project_id = ${app.project.id} and c.id = d.campaign_id
  where d.project_id = ${app.project.id} and s.install_instance_id = ${instance} order by d.version`;

describe("the client", () => {
  for (const { statuses, calls: expected, state } of scripts) {
    test(`${statuses.join(", ")}: called ${expected} times, then ${state}`, async () => {
      const app = await aProject();
      const at = new Date();
      const token = tokenOf(statuses, { attribution: false });
      await anIphone(app, token, at);
      for (let i = 0; i < statuses.length; i++) {
        await resolveTokens(10_000, () => later(at, 1 + 5 * i));
        // Before that time the token is not queried again.
        await resolveTokens(10_000, () => later(at, 4 + 5 * i));
      }
      expect(calls.get(token)).toBe(expected);
      const [row] =
        await sql`select state, tries, token, next_at from apple_tokens where project_id = ${app.project.id}`;
      expect(row).toMatchObject({ state, tries: expected, token: state === "WAITING" ? token : null });
    });
  }

  test("ten concurrent runs call once", async () => {
    const app = await aProject();
    const at = new Date();
    const token = tokenOf([200], { attribution: false });
    await anIphone(app, token, at);
    await Promise.all(Array.from({ length: 10 }, () => resolveTokens(10_000, () => later(at, 1))));
    expect(calls.get(token)).toBe(1);
  });

  test("projects that turned it off make no calls", async () => {
    const app = await aProject();
    await sql`update projects set settings = '{"attribution": {"apple_ads": false}}' where id = ${app.project.id}`;
    const token = tokenOf([200], real);
    await anIphone(app, token, new Date());
    await resolveTokens(10_000, () => later(new Date(), 1));
    expect(calls.get(token)).toBeUndefined();
  });
});

describe("the response", () => {
  test("is awaited by the app, the figures and the screen; then it is the first decision, and final", async () => {
    const app = await aProject();
    const at = new Date();
    const answer = { ...real, clickDate: `${later(at, -600).toISOString().slice(0, 16)}Z` };
    const phone = await anIphone(app, tokenOf([404, 404, 200], answer), at);
    for (const seconds of [1, 7]) {
      expect(await answerTo(app, phone)).toMatchObject({
        attribution_source: "PENDING",
        campaign_data: null,
      });
      await resolveTokens(10_000, () => later(at, seconds));
      await decide(app, later(at, seconds));
    }
    expect(await answerTo(app, phone)).toMatchObject({ attribution_source: "PENDING" });
    expect(await ledgerOf(app.project.id)).toEqual({});
    const [row] = await sql<{ id: string }[]>`select id from installs where project_id = ${app.project.id}`;
    expect((await installPageOf(app.project, row!.id, { devices: false, people: false })).sentence).toBe(
      "Attribution is pending: Cairn is requesting the ad token's attribution from Apple, for up to 20 seconds.",
    );
    await resolveTokens(10_000, () => later(at, 13));
    await decideEverything(app);
    expect(await answerTo(app, phone)).toMatchObject({ attribution_source: "APPLE_SEARCH_ADS" });
    expect(await rowsOf(app, phone)).toMatchObject([{ version: 1, method: "apple" }]);
    expect((await ledgerOf(app.project.id)).installs).toEqual({ count: 1, amount: 0 });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test.each([
    ["says that it was none of its ads", [200], [1], "apple_no_ad"],
    ["refuses the token", [400], [1], "apple_refused"],
    ["knows nothing in three tries", [404, 404, 404], [1, 7, 13], "apple_silent"],
  ])(
    "that Apple %s makes the install organic at once, with that reason",
    async (_, statuses, query, reason) => {
      const app = await aProject();
      const at = new Date();
      const phone = await anIphone(app, tokenOf(statuses, { attribution: false }), at);
      for (const seconds of query) {
        expect(await rowsOf(app, phone)).toEqual([]);
        await resolveTokens(10_000, () => later(at, seconds));
      }
      await decideEverything(app);
      expect(await rowsOf(app, phone)).toMatchObject([{ version: 1, type: "ORGANIC", reason }]);
    },
  );

  test("is awaited for at most 20 seconds", async () => {
    const app = await aProject();
    const at = new Date();
    const phone = await anIphone(app, tokenOf([404], {}), at);
    await timeHasPassed(app, at, 19);
    expect(await rowsOf(app, phone)).toEqual([]);
    await timeHasPassed(app, at, 21);
    expect(await rowsOf(app, phone)).toMatchObject([{ version: 1, type: "ORGANIC" }]);
  });

  test("that arrives late creates a new version, a campaign of Apple's once, and moves counted facts", async () => {
    const app = await aProject();
    const at = new Date();
    const answer = { ...real, clickDate: `${later(at, -600).toISOString().slice(0, 16)}Z` };
    const phones = await Promise.all(
      [0, 1, 2].map(() => anIphone(app, tokenOf([404, 404, 404, 200], answer), at)),
    );
    for (const seconds of [1, 7, 13]) await resolveTokens(10_000, () => later(at, seconds));
    await decideEverything(app);
    expect(await rowsOf(app, phones[0]!)).toMatchObject([
      { version: 1, type: "ORGANIC", method: "organic", reason: "apple_silent" },
    ]);
    await resolveTokens(10_000, () => later(at, 80));
    await sql`update late_evidence set due_at = now() where project_id = ${app.project.id}`;
    await decideEverything(app);
    for (const phone of phones)
      expect(await rowsOf(app, phone)).toMatchObject([
        { version: 1, type: "ORGANIC" },
        {
          version: 2,
          type: "INORGANIC",
          method: "apple",
          kind: "INSTALL",
          name: "APPLE_SEARCH_ADS 542370539",
          network: "APPLE_SEARCH_ADS",
          ad_set_id: "542317095",
          creative_id: "542317136",
          keyword_id: "87675432",
        },
      ]);
    const campaigns = await sql`
      select network_campaign_id as id from campaigns where project_id = ${app.project.id} and network = 'APPLE_SEARCH_ADS'`;
    expect(campaigns).toEqual([{ id: "542370539" }]);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("of a test build is a candidate that never counts; a redownload is a reinstall", async () => {
    const app = await aProject();
    const at = new Date();
    const built = await anIphone(app, tokenOf([200], testRecord), at);
    const again = await anIphone(
      app,
      tokenOf([200], { ...real, clickDate: undefined, conversionType: "Redownload" }),
      at,
    );
    await resolveTokens(10_000, () => later(at, 1));
    await decideEverything(app);
    expect((await rowsOf(app, built)).at(-1)).toMatchObject({
      type: "ORGANIC",
      reason: "no_candidate_left",
    });
    expect((await rowsOf(app, again)).at(-1)).toMatchObject({ method: "apple", kind: "REINSTALL" });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });
});
