import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";

const paths = [
  "/api/v1/events",
  "/api/v1/payments",
  "/api/client/trigger",
  "/api/client/init",
  "/api/client/capture-event",
  "/api/client/capture-payment",
  "/api/client/remove-captured-payment",
];
const modules = endpoints
  .filter(({ path }) => paths.includes(path))
  .map((endpoint) => ({ GET: { endpoint } }));

asServedOrBoth(modules, (call) => {
  async function anApp({ identified = true } = {}) {
    const app = await aProject({ currency: "USD" });
    await withoutLimits(app);
    const fromApp = async (name: string, body: object) => {
      const got = await call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "i", platform: "IOS", ...body },
      });
      expect(got.status, got.text).toBeLessThan(300);
      return got;
    };
    const fromServer = (name: string, body: unknown, headers = {}) =>
      call(`POST /api/v1/${name}`, { key: app.serverKey, body, headers });
    if (identified) {
      await fromApp("init", { device_data: { brand: "Apple" } });
      await fromApp("trigger", { user_data: { id: "u" } });
      await decideEverything(app);
    }
    return { app, fromApp, fromServer };
  }

  test("200 an event of a user is stored with the user's install and counted like one of the app", async () => {
    const { app, fromServer } = await anApp();
    const got = await fromServer("events", { user_id: "u", event_name: "hike", event_data: { amount: 3 } });
    expect(got).toMatchObject({
      status: 200,
      body: { msg: "Event stored.", status: 200, data: { message: "Event stored." } },
    });
    expect(
      await sql`select name, user_id, install_instance_id, platform from events where project_id = ${app.project.id}`,
    ).toEqual([{ name: "hike", user_id: "u", install_instance_id: "i", platform: "IOS" }]);
    expect((await ledgerOf(app.project.id))["event hike"]).toEqual({ count: 1, amount: 300 });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("201 a payment is revenue of the install, found by its user or by itself", async () => {
    const { app, fromServer } = await anApp();
    for (const who of [{ user_id: "u" }, { install_instance_id: "i" }])
      expect(await fromServer("payments", { ...who, amount: 9.99 })).toMatchObject({
        status: 201,
        body: { msg: "Payment stored.", status: 201, data: { message: "Payment stored." } },
      });
    expect(
      await sql`select user_id, install_instance_id, amount_minor from payments where project_id = ${app.project.id}`,
    ).toEqual([
      { user_id: "u", install_instance_id: "i", amount_minor: 999 },
      { user_id: "u", install_instance_id: "i", amount_minor: 999 },
    ]);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("an ID that the app and the server both send counts once, in either order", async () => {
    const { app, fromApp, fromServer } = await anApp();
    const event = { event_name: "hike", event_id: "e1" };
    const payment = { payment_id: "p1", amount: 5 };
    await fromApp("capture-event", event);
    expect((await fromServer("events", { ...event, user_id: "u" })).status).toBe(200);
    expect((await fromServer("payments", { ...payment, user_id: "u" })).status).toBe(201);
    await fromApp("capture-payment", payment);
    // The header can replace an ID, as in app calls.
    const { amount } = payment;
    for (let i = 0; i < 2; i++)
      await fromServer("payments", { user_id: "u", amount }, { "idempotency-key": "p2" });
    const [counts] = await sql`
      select (select count(*)::int from events where project_id = ${app.project.id}) as events,
        (select count(*)::int from payments where project_id = ${app.project.id}) as payments`;
    expect(counts).toEqual({ events: 1, payments: 2 });
  });

  test.each([
    ["events", { event_name: "hike" }],
    ["payments", { amount: 1 }],
  ])("400 Either user_id or install_instance_id is required. (%s)", async (name, body) => {
    const { fromServer } = await anApp();
    for (const who of [{}, { user_id: "", install_instance_id: null }])
      expect(await fromServer(name, { ...body, ...who })).toMatchObject({
        status: 400,
        body: { msg: "Either user_id or install_instance_id is required.", status: 400, data: null },
      });
  });

  test.each([
    ["events", { event_name: "hike" }, "event"],
    ["payments", { amount: 1 }, "payment"],
  ])("404 for an unidentified user, and nothing is stored (%s)", async (name, body, what) => {
    const { app, fromServer } = await anApp({ identified: false });
    for (const who of [{ user_id: "nobody" }, { install_instance_id: "none" }])
      expect((await fromServer(name, { ...body, ...who })).body).toEqual({
        msg: `The user is not identified yet; call trigger first. The ${what} was not stored.`,
        status: 404,
        data: null,
        code: "user_not_identified",
      });
    expect((await sql`select 1 from event_names where project_id = ${app.project.id}`).length).toBe(0);
  });

  test.each([
    ["events", {}, "event_name is required!"],
    ["events", { event_name: " " }, "event_name is required!"],
    ["events", { event_name: "x".repeat(257) }, "event_name must not be longer than 256 characters."],
    ["events", { event_name: "a", event_data: [1] }, "event_data must be an object."],
    ["payments", {}, "amount is required!"],
    ["payments", { amount: "9.99" }, "amount must be a finite number."],
    ["payments", { amount: -1 }, "amount must not be negative."],
  ])("400 for %s with %j: %s", async (name, body, msg) => {
    const { fromServer } = await anApp();
    expect(await fromServer(name, { user_id: "u", ...body })).toMatchObject({ status: 400, body: { msg } });
  });

  test("an invalid amount, a name beyond the limit and an invalid currency are stored, and the response says how", async () => {
    const { app, fromServer } = await anApp();
    const amountless = await fromServer("events", {
      user_id: "u",
      event_name: "a",
      event_data: { amount: "9" },
    });
    expect(amountless.body.data.message).toContain("counted without its amount");
    const payment = await fromServer("payments", { user_id: "u", amount: 1, currency: "Euro" });
    expect(payment.body.data.message).toContain("must be an ISO 4217 code");
    expect((await sql`select 1 from payments where project_id = ${app.project.id}`).length).toBe(1);
  });

  test("401 without a server key, and for an app token", async () => {
    const { app } = await anApp();
    for (const path of ["events", "payments"])
      for (const key of [undefined, app.token])
        expect(
          await call(`POST /api/v1/${path}`, {
            ...(key === undefined ? {} : { key }),
            body: { token: app.token, user_id: "u", event_name: "a", amount: 1 },
          }),
        ).toMatchObject({ status: 401, body: { msg: "Unauthorized access.", status: 401, data: null } });
  });

  test("a year-old event is stored with its time and counted today; yesterday's is counted yesterday", async () => {
    const { app, fromServer } = await anApp();
    const now = new Date();
    await sql`update installs set installed_at = installed_at - interval '3 days' where project_id = ${app.project.id}`;
    const yesterday = new Date(now.getTime() - 86_400_000);
    // The format of Python's isoformat().
    const sentTime = yesterday.toISOString().replace("Z", "123+00:00");
    await fromServer("payments", { user_id: "u", amount: 1, timestamp: sentTime });
    const [row] = await sql`select paid_at from payments where project_id = ${app.project.id}`;
    expect(Math.abs(row!.paid_at.getTime() - yesterday.getTime())).toBeLessThan(60_000);
  });
});
