import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import { chooseProjectOfApp } from "@/lib/apple/postbacks/queries";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { judgeByNewKeys } from "@/lib/apple/postbacks/verify-again";
import { anAakPostback, anAppId, aSkanPostback, listApp, testAppleKeys } from "@/testing/apple-postbacks";
import { type AProject, aProject } from "@/testing/factories";

const now = new Date("2026-06-30T12:00:00Z");
const hour = 3_600_000;
const receive = (raw: Record<string, unknown>, at = now, host: string | null = null) =>
  receivePostback("jws-string" in raw ? "aak" : "skan", raw, { now: at, host, keys: testAppleKeys });

async function anApp(): Promise<{ app: AProject; appId: number }> {
  const [app, appId] = [await aProject(), anAppId()];
  await listApp(app, appId);
  return { app, appId };
}

type Stored = {
  verdict: string;
  is_first: boolean;
  is_test: boolean;
  fine: number | null;
  schema_from: number;
  schema_until: number;
};

const rowsOf = ({ project }: AProject) => sql<Stored[]>`
  select verdict, is_first, is_test, fine, schema_from, schema_until from apple_postbacks
  where project_id = ${project.id} order by received_at, id`;

test("ten concurrent copies are one postback", async () => {
  const { app, appId } = await anApp();
  const postback = aSkanPostback(appId, { "conversion-value": 7 });
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => (await receive(postback)).outcome),
  );
  expect(outcomes.sort()).toEqual([...Array(9).fill("duplicate"), "stored"]);
  expect(await rowsOf(app)).toMatchObject([{ verdict: "verified", is_first: true, fine: 7 }]);
});

test("of concurrent copies with different unsigned values one counts, and all are stored", async () => {
  const { app, appId } = await anApp();
  const postback = aSkanPostback(appId);
  const copies = [1, 2, 3, 4].map((value) => ({ ...postback, "conversion-value": value }));
  const outcomes = await Promise.all(copies.map(async (copy) => (await receive(copy)).outcome));
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "conflict", "stored"]);
  const rows = await rowsOf(app);
  expect(rows.map(({ fine }) => fine).sort()).toEqual([1, 2, 3, 4]);
  expect(rows.filter(({ is_first }) => is_first)).toHaveLength(1);
});

test("a forged copy that arrives first does not block the genuine one", async () => {
  const { app, appId } = await anApp();
  const postback = aSkanPostback(appId);
  const invented = { ...postback, "attribution-signature": aSkanPostback(appId)["attribution-signature"] };
  expect((await receive(invented)).outcome).toBe("stored");
  expect((await receive(postback)).outcome).toBe("stored");
  expect((await rowsOf(app)).map(({ verdict, is_first }) => [verdict, is_first])).toEqual([
    ["bad_signature", false],
    ["verified", true],
  ]);
});

test("a developer's postbacks are kept separately", async () => {
  const { app, appId } = await anApp();
  await receive(anAakPostback(appId, { isTest: true }));
  expect(await rowsOf(app)).toMatchObject([{ verdict: "verified", is_test: true }]);
});

test("an app belongs to the project that listed it first", async () => {
  const appId = anAppId();
  const [first, second] = [await aProject(), await aProject()];
  await listApp(second, appId, new Date("2026-02-02"));
  await listApp(first, appId, new Date("2026-01-01"));
  expect((await receive(aSkanPostback(appId))).project).toBe(first.project.id);
  expect(await rowsOf(second)).toEqual([]);
});

test("a postback that waited for its app keeps its time of arrival", async () => {
  const [app, appId] = [await aProject(), anAppId()];
  expect((await receive(anAakPostback(appId))).outcome).toBe("unclaimed");
  const forged = { ...aSkanPostback(appId), "did-win": false };
  expect((await receive(forged)).outcome).toBe("unclaimed");
  await listApp(app, appId);
  await chooseProjectOfApp(app.project.id, String(appId), commandLine, now);
  await claimPostbacks(5_000, () => now, { keys: testAppleKeys, only: String(appId) });
  const rows = await sql`select received_at from apple_postbacks where project_id = ${app.project.id}`;
  // Postbacks without Apple's signature did not wait.
  expect(rows).toEqual([{ received_at: now }]);
});

test("forged postbacks are stored up to a daily limit, and genuine ones are not affected", async () => {
  const { app, appId } = await anApp();
  await sql`
    insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, is_test,
      is_first, source, network_id, conversion_type, did_win, begun_from, begun_until, schema_from, schema_until, raw)
    select ${app.project.id}, uuidv7(), ${now}, 'skan', n::text, 0, n::text, 'bad_signature', false, false, '', '',
      'download', true, ${now}, ${now}, 0, 0, '{}' from generate_series(1, 200) n`;
  expect((await receive({ ...aSkanPostback(appId), "did-win": false })).outcome).toBe("full");
  expect((await receive(aSkanPostback(appId))).outcome).toBe("stored");
});

test("invalid postbacks do not use the allowance of an unknown Apple key, and such keys do not share one", async () => {
  const { app, appId } = await anApp();
  const fill = (verdict: string, kid: string | null) => sql`
    insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, kid, is_test,
      is_first, source, network_id, conversion_type, did_win, begun_from, begun_until, schema_from, schema_until, raw)
    select ${app.project.id}, uuidv7(), ${now}, 'aak', uuidv7()::text, 0, uuidv7()::text, ${verdict}, ${kid}, false, false, '',
      '', 'download', true, ${now}, ${now}, 0, 0, '{}' from generate_series(1, 200) n`;
  const named = (kid: string) => {
    const raw = anAakPostback(appId);
    const [, payload, signature] = String(raw["jws-string"]).split(".");
    const header = Buffer.from(JSON.stringify({ kid, alg: "ES256" })).toString("base64url");
    return { ...raw, "jws-string": `${header}.${payload}.${signature}` };
  };
  await fill("bad_signature", null);
  expect((await receive(named("no-such-key/1"))).outcome).toBe("full");
  expect((await receive(named("apple-cas-identifier/77"))).outcome).toBe("full");
  expect((await receive(named("apple-cas-identifier/7"))).outcome).toBe("stored");
  await fill("unknown_key", "apple-cas-identifier/8");
  expect((await receive(named("apple-cas-identifier/8"))).outcome).toBe("full");
  expect((await receive(named("apple-cas-identifier/7"))).outcome).toBe("stored");
  expect((await receive(named("apple-development-identifier/8"))).outcome).toBe("stored");
});

test("the number of copies of a genuine postback is limited", async () => {
  const { app, appId } = await anApp();
  const postback = aSkanPostback(appId);
  const outcomes: string[] = [];
  for (let value = 0; value < 22; value++)
    outcomes.push((await receive({ ...postback, "conversion-value": value })).outcome);
  expect(outcomes).toEqual(["stored", ...Array(19).fill("conflict"), "full", "full"]);
  expect(await rowsOf(app)).toHaveLength(20);
  expect((await receive(aSkanPostback(appId))).outcome).toBe("stored");
});

test("the limit of one day is not used up by later days", async () => {
  const { app, appId } = await anApp();
  await sql`
    insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, is_test,
      is_first, source, network_id, conversion_type, did_win, begun_from, begun_until, schema_from, schema_until, raw)
    select ${app.project.id}, uuidv7(), ${now}, 'skan', n::text, 0, n::text, 'bad_signature', false, false, '', '',
      'download', true, ${now}, ${now}, 0, 0, '{}' from generate_series(1, 200) n`;
  const forged = { ...aSkanPostback(appId), "did-win": false };
  expect((await receive(forged, new Date(now.getTime() - 24 * hour))).outcome).toBe("stored");
  expect((await receive(forged)).outcome).toBe("duplicate");
});

test("waiting postbacks of one app do not use the space of others", async () => {
  const appId = anAppId();
  await sql`
    insert into unclaimed_postbacks (id, received_at, framework, app_id, digest, raw)
    select uuidv7(), ${now}, 'skan', ${String(appId)}, ${String(appId)}::text || n, '{}' from generate_series(1, 1000) n`;
  await receive(aSkanPostback(appId));
  const [stored] = await sql`
    delete from unclaimed_postbacks where app_id = ${String(appId)} returning (
      select count(*)::int from unclaimed_postbacks where app_id = ${String(appId)}) as count`;
  expect(stored).toEqual({ count: 1000 });
});

test("a value is read with the schema of its install's time, also after a change", async () => {
  const { app, appId } = await anApp();
  const save = (version: number, at: Date) =>
    changeConversions(
      app.project,
      {
        version,
        rules: [{ window: 1, when: { kind: "install" }, fine: version, coarse: "low", lock: false }],
      },
      commandLine,
      at,
    );
  await save(0, new Date(now.getTime() - 200 * hour));
  await save(1, new Date(now.getTime() - 84 * hour));
  // The install was 72 to 96 hours before: entirely under the first version, across the change, and entirely under the
  // second.
  for (const later of [-24, 0, 24])
    await receive(aSkanPostback(appId), new Date(now.getTime() + later * hour));
  expect((await rowsOf(app)).map(({ schema_from, schema_until }) => [schema_from, schema_until])).toEqual([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
});

test("during a migration Apple is asked to retry", async () => {
  const { app, appId } = await anApp();
  await sql`update projects set frozen_at = now() where id = ${app.project.id}`;
  await expect(receive(aSkanPostback(appId))).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "3600" },
  });
  expect(await rowsOf(app)).toEqual([]);
});

test("a postback from before its key was known counts once the key is known, and a wrong one is marked", async () => {
  const { app, appId } = await anApp();
  const before = { ...testAppleKeys, aak: new Map() };
  const [real, forged] = [anAakPostback(appId), anAakPostback(appId)];
  const [header, payload] = String(forged["jws-string"]).split(".");
  const signature = String(real["jws-string"]).split(".")[2];
  for (const raw of [real, { ...forged, "jws-string": `${header}.${payload}.${signature}` }]) {
    await receivePostback("aak", raw, { now, keys: before });
  }
  expect((await rowsOf(app)).map(({ verdict }) => verdict)).toEqual(["unknown_key", "unknown_key"]);
  await judgeByNewKeys(5_000, testAppleKeys);
  expect((await rowsOf(app)).map(({ verdict, is_first }) => [verdict, is_first])).toEqual([
    ["verified", true],
    ["bad_signature", false],
  ]);
});

test("copies from before and after the key was known are verified without a conflict, and count once", async () => {
  const { app, appId } = await anApp();
  const raw = anAakPostback(appId, { isTest: true });
  await receivePostback("aak", raw, { now, keys: { ...testAppleKeys, aak: new Map() } });
  await receive(raw, new Date(now.getTime() + hour));
  await judgeByNewKeys(5_000, testAppleKeys);
  expect((await rowsOf(app)).map(({ verdict, is_first }) => [verdict, is_first])).toEqual([
    ["verified", false],
    ["verified", true],
  ]);
});
