import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { pushServiceKinds } from "@/lib/facts/uninstalls/push-services";
import { anApplePushService } from "@/testing/push/apns";
import { aFirebaseService } from "@/testing/push/fcm";

const now = new Date("2026-06-10T12:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function firebase(say: Parameters<typeof aFirebaseService>[0] = () => ({ status: 200 })) {
  const fake = await aFirebaseService(say);
  closing.push(fake.close);
  const read = pushServiceKinds.fcm.read({ service_account: fake.file });
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const query = pushServiceKinds.fcm.open(read.secret);
  return { ...fake, read, query: (token: string, at = now) => query({ token, environment: null }, at) };
}

async function apple(
  say: Parameters<typeof anApplePushService>[0] = () => ({ status: 200 }),
  atOnce?: number,
) {
  const fake = await anApplePushService(say, atOnce);
  closing.push(fake.close);
  const read = pushServiceKinds.apns.read(fake.given);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const open = pushServiceKinds.apns.open(read.secret);
  const query = (token: string, at = now, environment: "production" | "sandbox" | null = null) =>
    open({ token, environment }, at);
  return { ...fake, read, query };
}

describe("Firebase", () => {
  test.each([
    ["200", { status: 200 }, { is: "there" }],
    ["404 UNREGISTERED", { status: 404, code: "UNREGISTERED" }, { is: "unregistered", since: null }],
    ["404 of something else", { status: 404 }, { is: "refused" }],
    ["400 INVALID_ARGUMENT", { status: 400, code: "INVALID_ARGUMENT" }, { is: "bad" }],
    ["403 SENDER_ID_MISMATCH", { status: 403, code: "SENDER_ID_MISMATCH" }, { is: "foreign" }],
    ["403 of the credentials", { status: 403 }, { is: "refused" }],
    [
      "401 THIRD_PARTY_AUTH_ERROR",
      { status: 401, code: "THIRD_PARTY_AUTH_ERROR" },
      { is: "later", ofAll: false },
    ],
    [
      "429 with a time",
      { status: 429, code: "QUOTA_EXCEEDED", headers: { "retry-after": "90" } },
      { is: "later", ofAll: true, afterMs: 90_000 },
    ],
    [
      "503 with a date",
      {
        status: 503,
        code: "UNAVAILABLE",
        headers: { "retry-after": new Date(now.getTime() + 60_000).toUTCString() },
      },
      { is: "later", ofAll: true, afterMs: 60_000 },
    ],
    ["500", { status: 500, code: "INTERNAL" }, { is: "later", ofAll: false, afterMs: null }],
  ])("%s", async (_, scripted, reply) => {
    const { query, seen } = await firebase(() => scripted);
    expect(await query("a:b")).toMatchObject(reply);
    expect(seen.wrong).toEqual([]);
  });

  test("a bearer token is requested once, and again after it was revoked", async () => {
    const { query, seen, forgetBearer } = await firebase();
    await query("a:1");
    await query("a:2", later(30));
    expect(seen.bearers).toBe(1);
    forgetBearer();
    expect(await query("a:3")).toMatchObject({ is: "there" });
    expect(seen.bearers).toBe(2);
  });

  test("a key unknown to Google is rejected, and a busy one is retried later", async () => {
    const { query, google } = await firebase();
    google.refuses = { status: 400, error: "invalid_grant" };
    expect(await query("a:1")).toEqual({ is: "refused", text: "Google: 400 invalid_grant" });
    google.refuses = { status: 503, error: "unavailable" };
    expect(await query("a:1")).toMatchObject({ is: "later", ofAll: true });
  });

  test("an unreachable service is retried later", async () => {
    const { query, close } = await firebase();
    await close();
    closing.pop();
    expect(await query("a:1")).toMatchObject({ is: "later", ofAll: true, text: "Firebase: unreachable" });
  });

  test("only the required parts of the file are stored, and the key is never shown", async () => {
    const { read, account } = await firebase();
    expect(Object.keys(read.secret)).toEqual(["project_id", "client_email", "private_key"]);
    expect(read.named).toEqual({ project_id: "hikes-1a2b", client_email: account.client_email });
  });

  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const small = generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey;
  // The numbers are meaningless; only their lengths count.
  const long = (bits: number) => Buffer.alloc(bits / 8, 0xff).toString("base64url");
  const half = { p: long(4_096), q: long(4_096), dp: long(4_096), dq: long(4_096), qi: long(4_096) };
  const huge = createPrivateKey({
    format: "jwk",
    key: { kty: "RSA", n: long(8_192), e: "AQAB", d: long(8_192), ...half },
  });
  const withKey = (key: KeyObject) =>
    JSON.stringify({ ...whole, private_key: key.export({ type: "pkcs8", format: "pem" }) });
  const whole = { type: "service_account", project_id: "hikes-1a2b", client_email: "a@b", private_key: "x" };
  test.each([
    ["nothing", "", /required/],
    ["a part of it", "{", /not JSON/],
    ["a list", "[]", /not JSON/],
    ["a user's file", '{"type":"authorized_user"}', /not a service account/],
    ["the app's file", '{"project_info":{"project_id":"hikes"}}', /google-services\.json/],
    ["one without a project", JSON.stringify({ ...whole, project_id: undefined }), /"project_id"/],
    ["one without a name", JSON.stringify({ ...whole, client_email: 7 }), /"client_email"/],
    ["one without a key", JSON.stringify({ ...whole, private_key: "" }), /no "private_key"/],
    ["one whose key is none", JSON.stringify(whole), /not an RSA key/],
    ["one with a key of another kind", withKey(ec), /not an RSA key/],
    ["one with a key that is too small", withKey(small), /2048 to 4096 bits/],
    ["one with a key that would hold everything up", withKey(huge), /2048 to 4096 bits/],
  ])("the service account %s is rejected", (_, file, message) => {
    expect(pushServiceKinds.fcm.read({ service_account: file })).toEqual({
      problems: { service_account: expect.stringMatching(message) },
    });
  });
});

const token = "ab".repeat(32);

describe("Apple", () => {
  const ago = now.getTime() - 86_400_000;
  test.each([
    ["200", { status: 200 }, { is: "there", environment: "production" }],
    [
      "410 Unregistered",
      { status: 410, reason: "Unregistered", timestamp: ago },
      { is: "unregistered", since: new Date(ago) },
    ],
    ["410 ExpiredToken", { status: 410, reason: "ExpiredToken", timestamp: ago }, { is: "expired" }],
    ["400 BadDeviceToken everywhere", { status: 400, reason: "BadDeviceToken" }, { is: "bad" }],
    ["400 DeviceTokenNotForTopic", { status: 400, reason: "DeviceTokenNotForTopic" }, { is: "foreign" }],
    ["400 TopicDisallowed", { status: 400, reason: "TopicDisallowed" }, { is: "refused" }],
    ["403", { status: 403, reason: "InvalidProviderToken" }, { is: "refused" }],
    ["429 of this device", { status: 429, reason: "TooManyRequests" }, { is: "later", ofAll: false }],
    ["429 of all", { status: 429, reason: "TooManyProviderTokenUpdates" }, { is: "later", ofAll: true }],
    ["500", { status: 500, reason: "InternalServerError" }, { is: "later", ofAll: false }],
    [
      "503 with a time",
      { status: 503, reason: "ServiceUnavailable", headers: { "retry-after": "60" } },
      { is: "later", ofAll: true, afterMs: 60_000 },
    ],
  ])("%s", async (_, scripted, reply) => {
    const { query, seen } = await apple(() => scripted);
    expect(await query(token)).toMatchObject(reply);
    expect(seen.wrong).toEqual([]);
  });

  test("a token unknown to production is checked in the sandbox once, and only there from then on", async () => {
    const { query, seen } = await apple((_, dimensions) =>
      dimensions === "sandbox" ? { status: 200 } : { status: 400, reason: "BadDeviceToken" },
    );
    expect(await query(token)).toMatchObject({ is: "there", environment: "sandbox" });
    expect(await query(token, now, "sandbox")).toMatchObject({ is: "there", environment: "sandbox" });
    expect(seen.asked).toEqual([`production ${token}`, `sandbox ${token}`, `sandbox ${token}`]);
  });

  test("many tokens use one connection, and one signature in forty minutes", async () => {
    const { query, seen } = await apple();
    await Promise.all(Array.from({ length: 50 }, () => query(token)));
    await query(token, later(39));
    expect(seen).toMatchObject({ connections: 1, bearers: { size: 1 } });
    await query(token, later(40));
    expect(seen).toMatchObject({ connections: 1, bearers: { size: 2 } });
  });

  test("every token is checked over a new connection, on which Apple allows one request at a time", async () => {
    const { query, seen } = await apple(undefined, 1);
    const replies = await Promise.all(Array.from({ length: 16 }, () => query(token)));
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(["200"]));
    expect(seen.connections).toBe(1);
  });

  test("apps of one key share its signature and connection; an app with only the key's IDs has neither", async () => {
    const { given, seen } = await apple();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const query = (changed: object, at: Date) =>
      pushServiceKinds.apns.open({ ...given, ...changed })({ token, environment: null }, at);
    expect(await query({}, now)).toMatchObject({ is: "there" });
    expect(await query({ topic: "com.example.climbs" }, later(5))).toMatchObject({ is: "there" });
    expect(seen).toMatchObject({ connections: 1, bearers: { size: 1 } });
    expect(await query({ key }, later(6))).toMatchObject({ is: "refused" });
    expect(seen).toMatchObject({ connections: 2, bearers: { size: 2 } });
  });

  test("another team's key is rejected", async () => {
    const { given } = await apple();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const other = { ...given, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
    const query = pushServiceKinds.apns.open(other);
    expect(await query({ token, environment: null }, now)).toMatchObject({
      is: "refused",
      text: "403 InvalidProviderToken",
    });
  });

  test("a connection closed by Apple is replaced at once", async () => {
    const { query, seen, hangUp } = await apple();
    await query(token);
    hangUp();
    expect(await query(token)).toMatchObject({ is: "there" });
    expect(seen.connections).toBe(2);
  });

  test("an unreachable service is retried later, over a new connection", async () => {
    const { query, close } = await apple();
    await query(token);
    await close();
    closing.pop();
    expect(await query(token)).toMatchObject({ is: "later", ofAll: true, text: "Apple: unreachable" });
    const again = await apple();
    expect(await again.query(token)).toMatchObject({ is: "there" });
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  test.each([
    ["no key", "key", "", /required/],
    ["what is no key", "key", "no key", /\.p8/],
    ["an RSA key", "key", rsa.export({ type: "pkcs8", format: "pem" }).toString(), /\.p8/],
    ["a short key ID", "key_id", "short", /ten letters/],
    ["no team ID", "team_id", "", /required/],
    ["a bundle ID with spaces", "topic", "has spaces", /com\.example\.app/],
  ])("%s is rejected", async (_, field, value, message) => {
    const { given } = await apple();
    expect(pushServiceKinds.apns.read({ ...given, [field]: value })).toEqual({
      problems: { [field]: expect.stringMatching(message) },
    });
  });
});
