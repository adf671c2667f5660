import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purchasesRoutes } from "@/app/api/dashboard/facts/purchases";
import * as purchaseNotice from "@/app/api/purchases/[project]/[source]/[secret]/route";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { googleKeys } from "@/testing/purchases/stores";

type Json = Record<string, unknown>;
const now = new Date("2026-03-02T12:00:00Z");
const seconds = (count: number) => now.getTime() / 1_000 + count;
const account = "push@hikes-1a2b.iam.gserviceaccount.com";
const unauthorized = {
  status: 401,
  body: {
    msg: "This address requires the token of Google's push subscription, with its audience and service account.",
  },
};
let google: Awaited<ReturnType<typeof googleKeys>>;
beforeAll(async () => {
  google = await googleKeys();
});
afterAll(() => google.close());

asServedOrBoth([purchasesRoutes, purchaseNotice], (call) => {
  async function aShop(push_token: Json | null | undefined) {
    const owner = await anAccount();
    const app = await aProject({ account: owner });
    const { session } = await aMember("admin", owner);
    const ask = (line: string, body?: object) => {
      const [method, rest] = line.split(" ");
      return call(`${method} /api/dashboard/projects/${app.project.id}/purchases${rest}`, {
        session,
        now,
        ...(body ? { body } : {}),
      });
    };
    const save = (more: Json) => ask("PUT /google", { mode: "show", app_id: "com.example.trails", ...more });
    await save(push_token === undefined ? {} : { push_token });
    const { body } = await ask("POST /google/address");
    const address: string = body.data.address;
    let id = 0;
    const notify = (authorization?: string) =>
      call(`POST ${new URL(address).pathname}`, {
        now,
        body: {
          message: {
            messageId: `${app.project.id}-${id++}`,
            data: Buffer.from('{"testNotification":{"version":"1.0"}}').toString("base64"),
          },
        },
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      });
    const claims = (more: Json = {}) => ({
      iss: "https://accounts.google.com",
      aud: address,
      azp: "113774264463038321964",
      sub: "113774264463038321964",
      email: account,
      email_verified: true,
      iat: seconds(-10),
      exp: seconds(3_590),
      ...more,
    });
    const shown = async () => (await ask("GET ")).body.data.connections[0].push_token;
    return { ask, save, notify, claims, shown };
  }

  test("200 a token of the service account for the address is accepted", async () => {
    const { notify, claims, shown } = await aShop({ service_account: account });
    expect(await shown()).toEqual({ audience: null, service_account: account });
    expect(await notify(`Bearer ${google.token(claims())}`)).toMatchObject({ status: 200 });
    expect(await notify(`Bearer ${google.token(claims({ iss: "accounts.google.com" }))}`)).toMatchObject({
      status: 200,
    });
  });

  test("200 Google's keys are fetched once for many notifications", async () => {
    const { notify, claims } = await aShop({});
    await notify(`Bearer ${google.token(claims())}`);
    const before = google.seen.length;
    for (let n = 0; n < 3; n++) await notify(`Bearer ${google.token(claims())}`);
    expect(google.seen.length).toBe(before);
  });

  test.each<[string, Json]>([
    ["another audience", { aud: "https://other.example/push" }],
    ["another service account", { email: "other@evil.iam.gserviceaccount.com" }],
    ["an unverified service account", { email_verified: false }],
    ["no service account", { email: undefined }],
    ["another issuer", { iss: "https://accounts.example.com" }],
    ["an expired token", { exp: seconds(-120) }],
    ["no expiry", { exp: undefined }],
  ])("401 %s", async (_, more) => {
    const { notify, claims } = await aShop({ service_account: account });
    expect(await notify(`Bearer ${google.token(claims(more))}`)).toMatchObject(unauthorized);
  });

  test("401 no token, a token of another key or algorithm, or a changed one", async () => {
    const { notify, claims } = await aShop({ service_account: account });
    const token = google.token(claims());
    const [head, body] = token.split(".");
    const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const authorization of [
      undefined,
      "Bearer ",
      "Bearer x.y.z",
      token,
      `Bearer ${google.token(claims(), { key })}`,
      `Bearer ${google.token(claims(), { key, kid: "k2" })}`,
      `Bearer ${head}.${body}.${"A".repeat(342)}`,
      `Bearer ${unsigned}.${body}.AA`,
    ])
      expect(await notify(authorization)).toMatchObject(unauthorized);
  });

  test("200 an own audience replaces the address", async () => {
    const { notify, claims } = await aShop({ audience: "cairn", service_account: "" });
    expect(await notify(`Bearer ${google.token(claims())}`)).toMatchObject(unauthorized);
    expect(await notify(`Bearer ${google.token(claims({ aud: "cairn" }))}`)).toMatchObject({ status: 200 });
  });

  test("200 without the requirement, the secret in the address is enough, and saving keeps the requirement", async () => {
    const { notify, save, shown } = await aShop(undefined);
    expect(await shown()).toBeNull();
    expect(await notify()).toMatchObject({ status: 200 });
    await save({ push_token: { service_account: account } });
    await save({});
    expect(await shown()).toEqual({ audience: null, service_account: account });
    expect(await notify()).toMatchObject(unauthorized);
    await save({ push_token: null });
    expect(await notify()).toMatchObject({ status: 200 });
  });

  test("400 only Google's notifications have a token, and the account is an email address", async () => {
    const { ask } = await aShop(undefined);
    const put = (source: string, push_token: Json) =>
      ask(`PUT /${source}`, { mode: "show", app_id: "com.example.trails", push_token });
    expect(await put("apple", {})).toMatchObject({
      status: 400,
      body: { msg: "Only Google's notifications have a token." },
    });
    expect(await put("google", { service_account: "push" })).toMatchObject({
      status: 400,
      body: { msg: "Enter the email address of the service account." },
    });
  });
});

test("503 while Google's keys can't be read, so that Google sends the notification again", async () => {
  const down = await googleKeys();
  down.scripted.isDown = true;
  try {
    const { checkPushToken } = await import("@/lib/facts/purchases/push-token");
    const token = down.token({ iss: "accounts.google.com", aud: "a", email: account, exp: seconds(60) });
    const required = { audience: null, service_account: null };
    expect(await checkPushToken(`Bearer ${token}`, { address: "a", required, now })).toBe("unavailable");
  } finally {
    await down.close();
  }
});
