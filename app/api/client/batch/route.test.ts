import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { makeSigningKey, setSigning } from "@/lib/projects/signing/keys";
import { type AProject, aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));

type Sent = { path?: unknown; body?: unknown };
type Answer = { status: number; stored?: false; body: Record<string, unknown> & { msg?: string } };

const init = (install: string) => ({
  path: "init",
  body: { install_instance_id: install, platform: "ANDROID" },
});
const trigger = (install: string, user: string) => ({
  path: "trigger",
  body: { install_instance_id: install, user_data: { id: user } },
});
const event = (install: string, event_name: string, more = {}) => ({
  path: "capture-event",
  body: { install_instance_id: install, event_name, ...more },
});
const payment = (install: string, amount: unknown, payment_id?: string) => ({
  path: "capture-payment",
  body: { install_instance_id: install, amount, payment_id },
});

throughBothAdapters(modules, (call) => {
  async function anApp({ limited = false } = {}) {
    const app = await aProject();
    if (!limited) await withoutLimits(app);
    const install = randomBase62(20);
    const send = (calls: unknown, query: object = {}) =>
      call("POST /api/client/batch", { body: { token: app.token, calls }, ...query });
    const answers = async (calls: Sent[], query: object = {}): Promise<Answer[]> => {
      const got = await send(calls, query);
      expect(got.status, got.text).toBe(200);
      expect(got.body.data.answers.length).toBe(calls.length);
      return got.body.data.answers;
    };
    return { app, install, send, answers };
  }
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

  test("a call that is nested too deeply is rejected alone", async () => {
    const { app, install } = await anApp();
    const deep = `{"path":"capture-event","body":{"event_data":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
    const body = `{"token":"${app.token}","calls":[${deep},${JSON.stringify(init(install))}]}`;
    const got = await call("POST /api/client/batch", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(got.status, got.text.slice(0, 200)).toBe(200);
    expect(statuses(got.body.data.answers)).toEqual([400, 202]);
  });

  test("each call gets the response that it would get alone, in order, and an install precedes its events", async () => {
    const { app, install, answers } = await anApp();
    const calls = [
      event(install, "too_early"),
      init(install),
      trigger(install, "u"),
      event(install, "hike", { event_data: { amount: 2 } }),
      payment(install, 9.99, "p1"),
      { path: "remove-captured-payment", body: { install_instance_id: install, payment_id: "p1" } },
      payment(install, 5, "p2"),
      { path: "attribution-data", body: { install_instance_id: install } },
    ];
    const got = await answers(calls);
    expect(statuses(got)).toEqual([200, 202, 200, 200, 201, 200, 201, 200]);
    expect(got[0]!.body.data).toMatchObject({ message: expect.stringContaining("not identified") });
    expect(got.map(({ stored }) => stored ?? true)).toEqual([false, ...Array(7).fill(true)]);
    expect(got[1]!.body).toMatchObject({ status: "accepted", success: true });
    expect(got[3]!.body).toEqual({
      msg: "Event capture request received!",
      status: 200,
      data: { message: "Event capture request received!" },
    });
    await decideEverything(app);
    const ledger = await ledgerOf(app.project.id);
    expect(ledger["event hike"]).toEqual({ count: 1, amount: 200 });
    expect(Object.values(ledger).some(({ amount }) => amount === 500)).toBe(true);
    expect(Object.values(ledger).some(({ amount }) => amount === 999)).toBe(false);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("a hundred events need few statements, and a repeated batch counts nothing again", async () => {
    const { app, install, answers } = await anApp();
    await answers([init(install), trigger(install, "u")]);
    const calls = Array.from({ length: 100 }, (_, i) =>
      event(install, i % 2 ? "odd" : "even", { event_id: `e${i}` }),
    );
    expect(new Set(statuses(await answers(calls)))).toEqual(new Set([200]));
    const [stored] = await sql<{ events: number; commits: number }[]>`
      select count(*)::int as events, count(distinct xmin::text)::int as commits from events
      where project_id = ${app.project.id}`;
    expect(stored!.events).toBe(100);
    expect(stored!.commits).toBeLessThanOrEqual(3);
    await answers(calls);
    expect((await ledgerOf(app.project.id))["event odd"]).toEqual({ count: 50, amount: 0 });
  });

  test("the first record of a payment ID wins within a batch, too", async () => {
    const { app, install, answers } = await anApp();
    await answers([init(install), trigger(install, "u"), payment(install, 1, "p"), payment(install, 2, "p")]);
    const rows = await sql`select amount_minor from payments where project_id = ${app.project.id}`;
    expect(rows.map(({ amount_minor }) => amount_minor)).toEqual([100]);
  });

  test("a rejected call does not affect the others, and has the response that it would get alone", async () => {
    const { app, install, answers } = await anApp();
    const bad: [Sent | unknown, number, string][] = [
      [payment(install, "5"), 400, "amount must be a finite number."],
      [{ path: "capture-event", body: {} }, 400, "event_name is required!"],
      [{ path: "capture-event" }, 400, "The body must be a JSON object."],
      [{ path: "capture-event", body: [] }, 400, "The body must be a JSON object."],
      [{ path: 5, body: {} }, 400, "path must be a string."],
      ["init", 400, "Each call must be an object with path and body."],
      [null, 400, "Each call must be an object with path and body."],
      [{ path: "/api/client/init", body: {} }, 404, "path must be one of init, attribution-data,"],
      [{ path: "batch", body: { calls: [] } }, 404, "path must be one of"],
      [{ path: "__proto__", body: {} }, 404, "path must be one of"],
      [event(install, "nul\u0000"), 400, "event_name contains characters that are not valid text."],
      [
        event(install, "deep", { event_data: JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`) }),
        400,
        "The body is nested more than 32 levels deep.",
      ],
    ];
    const calls = [
      init(install),
      trigger(install, "u"),
      ...bad.map(([sent]) => sent),
      event(install, "last"),
    ];
    const got = await answers(calls as Sent[]);
    bad.forEach(([, status, msg], i) => {
      const answer = got[i + 2]!;
      expect(answer.status).toBe(status);
      expect(answer.body.msg).toContain(msg);
      expect(answer.body).toMatchObject({ status, data: null });
    });
    expect(got.at(-1)!.status).toBe(200);
    expect((await ledgerOf(app.project.id))["event last"]).toEqual({ count: 1, amount: 0 });
  });

  test.each<[string, unknown, string]>([
    ["no calls", undefined, "calls is required!"],
    ["something else than a list", { path: "init" }, "calls must be a list."],
    ["an empty list", [], "calls must have at least one call."],
    ["101 calls", Array.from({ length: 101 }, () => init("i")), "calls must have at most 100 calls."],
  ])("400 %s", async (_, calls, msg) => {
    const { send } = await anApp();
    expect(await send(calls)).toMatchObject({ status: 400, body: { msg, status: 400, data: null } });
  });

  test("413 for more than 256 KB, and 400 for invalid characters outside the calls", async () => {
    const { app, install, send } = await anApp();
    const large = await send([event(install, "e", { event_data: { text: "x".repeat(256 * 1024) } })]);
    expect(large.status).toBe(413);
    const odd = await call("POST /api/client/batch", {
      body: { token: `${app.token}\u0000`, calls: [init(install)] },
    });
    expect(odd.status).toBe(400);
  });

  test("each call counts towards the rate limit: calls beyond it get a 429, in order, and are not stored", async () => {
    const { app, install, send } = await anApp({ limited: true });
    await sql`insert into limit_settings (project_id, "group", per_second) values (${app.project.id}, 'client', 5)`;
    const calls = [
      init(install),
      trigger(install, "u"),
      ...[1, 2, 3, 4, 5].map((i) => event(install, `e${i}`)),
    ];
    const tick = performance.now();
    const got = await send(calls, { tick });
    expect(statuses(got.body.data.answers)).toEqual([202, 200, 200, 200, 200, 429, 429]);
    expect(got.body.data.answers[6].body.msg).toBe("Rate limit exceeded. Please try again later.");
    expect(got.headers.get("retry-after")).toBe("1");
    const [stored] = await sql<
      { n: number }[]
    >`select count(*)::int as n from events where project_id = ${app.project.id}`;
    expect(stored!.n).toBe(3);
    // The limit is used up, so the whole batch is rejected.
    expect((await send(calls, { tick: tick + 1 })).status).toBe(429);
    const rest = await send(calls.slice(5), { tick: tick + 1_001 });
    expect(statuses(rest.body.data.answers)).toEqual([200, 200]);
  });

  test("the token and idempotency key of the batch do not apply to its calls", async () => {
    const { app, install, answers } = await anApp();
    const other = await aProject();
    const stolen = { path: "init", body: { ...init(install).body, token: other.token } };
    await answers([stolen, trigger(install, "u"), event(install, "a"), event(install, "b")], {
      headers: { "idempotency-key": "k" },
    });
    const ledger = await ledgerOf(app.project.id);
    expect([ledger["event a"]?.count, ledger["event b"]?.count]).toEqual([1, 1]);
    expect((await sql`select 1 from installs where project_id = ${other.project.id}`).length).toBe(0);
  });

  test("a signature covers the whole body", async () => {
    const { app, install } = await anApp();
    const now = new Date();
    const { key, secret } = await makeSigningKey(app.project, "App", commandLine, now);
    await setSigning(app.project, { required: true }, commandLine, now);
    const body = JSON.stringify({ token: app.token, calls: [init(install)] });
    const headers = signed({ keyId: key.key_id, secret }, body, now);
    const right = await call("POST /api/client/batch", { body, headers });
    expect(statuses(right.body.data.answers)).toEqual([202]);
    const wrong = await call("POST /api/client/batch", { body: body.replace("ANDROID", "IOS"), headers });
    expect(wrong.status).toBe(401);
    expect((await call("POST /api/client/batch", { body })).status).toBe(401);
  });

  test("a rejected call is recorded under its own name", async () => {
    const { app, install, answers } = await anApp();
    await answers([payment(install, -1), { path: "nothing", body: {} }]);
    await expect.poll(() => noted(app)).toEqual(["batch", "capture-payment"]);
  });
});

const noted = async (app: AProject) =>
  (
    await sql<{ endpoint: string }[]>`
      select endpoint from rejections where project_id = ${app.project.id} order by endpoint`
  ).map(({ endpoint }) => endpoint);

/** Signs according to the published recipe, without our own code. */
function signed({ keyId, secret }: { keyId: string; secret: string }, body: string, at: Date) {
  const hash = createHash("sha256").update(body, "utf8").digest("base64");
  const text = `${at.getTime()}\nPOST\n/api/client/batch\n${hash}`;
  return {
    authorization: "HMAC",
    "x-key-id": keyId,
    "x-timestamp": String(at.getTime()),
    "x-signature": createHmac("sha256", secret).update(text).digest("base64"),
    "x-signature-version": "2",
  };
}
