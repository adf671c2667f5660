import { createHash, createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as attributionData from "@/app/api/client/attribution-data/route";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as init from "@/app/api/client/init/route";
import * as removePayment from "@/app/api/client/remove-captured-payment/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { asServedOrBoth, someAddress } from "@/lib/platform/http/testing";
import {
  makeSigningKey,
  replaceSigningKey,
  setSigning,
  withdrawSigningKey,
} from "@/lib/projects/signing/keys";
import { type AProject, aProject, withoutLimits } from "@/testing/factories";

type Key = { id: number; keyId: string; secret: string };

const minute = 60_000;

/** Signs like an app, according to the published recipe and without our own code. */
function signed({ keyId, secret }: Key, body: string, at: Date, { scheme = "HMAC", name = "init" } = {}) {
  const timestamp = String(at.getTime());
  const hash = createHash("sha256").update(body, "utf8").digest("base64");
  const text = `${timestamp}\nPOST\n/api/client/${name}\n${hash}`;
  const signature = createHmac("sha256", secret).update(text).digest("base64");
  return {
    authorization: scheme,
    "x-key-id": keyId,
    "x-timestamp": timestamp,
    "x-signature": signature,
    "x-signature-version": "2",
  };
}

/** The first version of the signature, as in existing clients. */
function signedBody({ keyId, secret }: Key, body: string, at: Date) {
  const timestamp = String(at.getTime());
  const hash = createHash("sha256").update(body, "utf8").digest("base64");
  const signature = createHmac("sha256", secret).update(`${timestamp}\n${hash}`).digest("base64");
  return { authorization: "HMAC", "x-key-id": keyId, "x-timestamp": timestamp, "x-signature": signature };
}

async function aKey(app: AProject, now = new Date()): Promise<Key> {
  const { key, secret } = await makeSigningKey(app.project, "App", commandLine, now);
  return { id: key.id, keyId: key.key_id, secret };
}

/** A project that requires signatures and is not cached in any process yet. */
async function aSigningProject() {
  const app = await aProject();
  await withoutLimits(app);
  const key = await aKey(app);
  await setSigning(app.project, { required: true }, commandLine, new Date());
  return { app, key };
}

const bodyOf = (app: AProject) =>
  `{"platform" : "ANDROID", "token":"${app.token}","install_instance_id":"${randomBase62(20)}", "x": "é\\u00e9"}`;

asServedOrBoth([attributionData, captureEvent, capturePayment, init, removePayment, trigger], (call) => {
  describe("signed calls are required", () => {
    let app: AProject;
    let key: Key;
    beforeAll(async () => {
      ({ app, key } = await aSigningProject());
    });

    test("a call signed over its exact bytes is accepted, and again when it is repeated", async () => {
      const body = bodyOf(app);
      const headers = signed(key, body, new Date());
      expect((await call("POST /api/client/init", { body, headers })).status).toBe(202);
      expect((await call("POST /api/client/init", { body, headers })).status).toBe(202);
      const lower = signed(key, body, new Date(), { scheme: "hmac", name: "attribution-data" });
      expect((await call("POST /api/client/attribution-data", { body, headers: lower })).status).toBe(200);
    });

    test.each([
      ["Signature missing!", () => ({})],
      ["Signature missing!", (headers: object) => ({ ...headers, authorization: "Bearer x" })],
      ["Signing key unknown!", (headers: object) => ({ ...headers, "x-key-id": "sig_0000000000000000" })],
      [
        "x-timestamp must be the time in milliseconds!",
        (headers: object) => ({ ...headers, "x-timestamp": "today" }),
      ],
      [
        "Signature invalid!",
        (headers: object) => ({ ...headers, "x-timestamp": String(Date.now() - 1_000) }),
      ],
      ["Signature invalid!", (headers: object) => ({ ...headers, "x-signature": "AAAA" })],
    ])(
      "401 %s (%#) on every endpoint: nothing is stored, and the rejection is recorded",
      async (msg, change) => {
        for (const name of ["init", "attribution-data", "capture-event"]) {
          const body = bodyOf(app);
          const headers = change(signed(key, body, new Date(), { name }));
          const got = await call(`POST /api/client/${name}`, { body, headers });
          expect(got).toMatchObject({ status: 401, body: { msg, status: 401, data: null } });
          const rows = await sql`
          select 1 from installs where project_id = ${app.project.id}
            and install_instance_id = ${JSON.parse(body).install_instance_id}`;
          expect(rows.length).toBe(0);
        }
        await expect
          .poll(async () => {
            const rows = await sql<{ endpoint: string; hash: string }[]>`
            select endpoint, body_hash as hash from rejections where project_id = ${app.project.id}
              and reason = ${msg}`;
            return rows.some((row) => /^[0-9a-f]{64}$/.test(row.hash));
          })
          .toBe(true);
      },
    );

    test("401 for a body of which one byte was changed", async () => {
      const body = bodyOf(app);
      const headers = signed(key, body, new Date());
      const got = await call("POST /api/client/init", { body: body.replace("ANDROID", "ANDROIE"), headers });
      expect(got).toMatchObject({ status: 401, body: { msg: "Signature invalid!" } });
    });

    test("401 if the time differs from the server's by more than 5 minutes", async () => {
      const body = bodyOf(app);
      const now = new Date();
      const request = (offset: number) =>
        call("POST /api/client/init", {
          body,
          now,
          headers: signed(key, body, new Date(now.getTime() + offset)),
        });
      const msg = "x-timestamp is more than 5 minutes away from the server's time!";
      expect((await request(-5 * minute)).status).toBe(202);
      expect((await request(5 * minute)).status).toBe(202);
      expect(await request(-5 * minute - 1)).toMatchObject({ status: 401, body: { msg } });
      expect(await request(5 * minute + 1)).toMatchObject({ status: 401, body: { msg } });
    });

    test("401 for a call signed for another path, or with a signature of the body alone", async () => {
      const body = bodyOf(app);
      const headers = signed(key, body, new Date(), { name: "attribution-data" });
      expect(await call("POST /api/client/init", { body, headers })).toMatchObject({
        status: 401,
        body: { msg: "Signature invalid!" },
      });
      const old = signedBody(key, body, new Date());
      expect(await call("POST /api/client/init", { body, headers: old })).toMatchObject({
        status: 401,
        body: { msg: "x-signature-version must be 2!" },
      });
    });

    test("a wrong token is reported before a wrong signature", async () => {
      const body = JSON.stringify({ token: "ct_000000000000000000000000" });
      expect(await call("POST /api/client/init", { body })).toMatchObject({
        status: 400,
        body: { msg: "Invalid token!" },
      });
    });
  });

  test("unsigned calls do not use up the rate limit of the app", async () => {
    const app = await aProject();
    const key = await aKey(app);
    await setSigning(app.project, { required: true }, commandLine, new Date());
    const body = bodyOf(app);
    const address = someAddress();
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++)
      statuses.push((await call("POST /api/client/init", { body, address, tick: 5_000 + i })).status);
    expect(statuses).toEqual([...Array(25).fill(401), ...Array(5).fill(429)]);
    const headers = signed(key, body, new Date());
    const got = await call("POST /api/client/init", { body, headers, address, tick: 5_040 });
    expect(got.status).toBe(202);
  });

  test("several keys are valid during a rotation; the old one ends with its overlap, a revoked one at once", async () => {
    const { app, key } = await aSigningProject();
    const soon = new Date();
    const made = await replaceSigningKey(app.project, { id: key.id, overlapHours: 1 }, commandLine, soon);
    const fresh: Key = { id: made.key.id, keyId: made.key.key_id, secret: made.secret };
    const status = async (by: Key, now = new Date()) => {
      const body = bodyOf(app);
      return (await call("POST /api/client/init", { body, now, headers: signed(by, body, now) })).status;
    };
    const later = new Date(soon.getTime() + 60 * minute + 1);
    expect([await status(key), await status(fresh)]).toEqual([202, 202]);
    expect([await status(key, later), await status(fresh, later)]).toEqual([401, 202]);
    await withdrawSigningKey(app.project, key.id, commandLine, new Date());
    await expect.poll(() => status(key)).toBe(401);
    expect(await status(fresh)).toBe(202);
  });

  test("another project's key signs nothing here", async () => {
    const { app } = await aSigningProject();
    const other = await aSigningProject();
    const body = bodyOf(app);
    const got = await call("POST /api/client/init", { body, headers: signed(other.key, body, new Date()) });
    expect(got).toMatchObject({ status: 401, body: { msg: "Signing key unknown!" } });
  });

  test("if signatures are optional, calls with any signature are accepted, and a valid one updates the key's last use", async () => {
    const app = await aProject();
    const key = await aKey(app);
    const used = async () =>
      (await sql<{ at: Date | null }[]>`select last_used_at as at from signing_keys where id = ${key.id}`)[0]!
        .at;
    const body = bodyOf(app);
    expect((await call("POST /api/client/init", { body })).status).toBe(202);
    const wrong = { ...signed(key, body, new Date()), "x-signature": "AAAA" };
    expect((await call("POST /api/client/init", { body, headers: wrong })).status).toBe(202);
    expect(await used()).toBeNull();
    expect(
      (await call("POST /api/client/init", { body, headers: signed(key, body, new Date()) })).status,
    ).toBe(202);
    await expect.poll(used).not.toBeNull();
  });

  test("with version 1 signatures, a signed payment can be repeated, but not replayed as its removal", async () => {
    const { app, key } = await aSigningProject();
    await setSigning(app.project, { required: true, bodyOnly: true }, commandLine, new Date());
    const body = JSON.stringify({
      token: app.token,
      install_instance_id: "i",
      payment_id: "p1",
      amount: 5,
    });
    const input = { token: app.token, install_instance_id: "i", platform: "IOS" };
    for (const name of ["init", "trigger"]) {
      const before = JSON.stringify({ ...input, user_data: { id: "u1" }, name });
      const query = { body: before, headers: signedBody(key, before, new Date()) };
      expect((await call(`POST /api/client/${name}`, query)).status).toBeLessThan(300);
    }
    const headers = signedBody(key, body, new Date());
    const pay = () => call("POST /api/client/capture-payment", { body, headers });
    expect((await pay()).status).toBeLessThan(300);
    expect(await call("POST /api/client/remove-captured-payment", { body, headers })).toMatchObject({
      status: 401,
      body: { msg: "This signature was already used for another path!" },
    });
    expect((await pay()).status).toBeLessThan(300);
    const rows = await sql`select removed_at from payments where project_id = ${app.project.id}`;
    expect([...rows]).toEqual([{ removed_at: null }]);
  });

  test("projects that required signatures before version 2 still accept version 1, and may stop accepting it", async () => {
    const { app, key } = await aSigningProject();
    await sql`update projects set settings = '{"signing": {"required": true}}' where id = ${app.project.id}`;
    const body = bodyOf(app);
    const status = async () =>
      (await call("POST /api/client/init", { body, headers: signedBody(key, body, new Date()) })).status;
    await expect.poll(status).toBe(202);
    expect(
      (await call("POST /api/client/init", { body, headers: signed(key, body, new Date()) })).status,
    ).toBe(202);
    await setSigning(app.project, { required: true, bodyOnly: false }, commandLine, new Date());
    await expect.poll(status).toBe(401);
  });
});
