import { expect, test } from "vitest";
import { sql } from "@/db";
import { serverCaller } from "@/lib/accounts/access/callers";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { serverKeysRoutes } from "./server-keys";

const hour = 3_600_000;

asServed([auditRoutes, serverKeysRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project, serverKey } = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${project.id}/server-keys`;
    const issue = async (body: object = { name: "Back end" }) =>
      (await call(`POST ${path}`, { session, body })).body.data as {
        key: string;
        server_key: { id: number };
      };
    const list = async () => (await call(`GET ${path}`, { session })).body.data.server_keys;
    return { project, serverKey, session, email, path, issue, list };
  }

  const works = async (text: string, ms = 0) =>
    (await serverCaller.find(text, new Date(Date.now() + ms))) !== null;

  test("a key is shown once and stored as a hash", async () => {
    const { session, path, email, project, list } = await someone();
    const got = await call(`POST ${path}`, { session, body: { name: "  Back end " } });
    expect(got).toMatchObject({ status: 201, body: { msg: "Copy the key now. It is not shown again." } });
    const { key, server_key } = got.body.data;
    expect(key).toMatch(/^cairn_[0-9A-Za-z]{38}$/);
    expect(server_key).toMatchObject({
      name: "Back end",
      prefix: key.slice(0, 10),
      created_by: email,
      last_used_at: null,
      expires_at: null,
      state: "active",
    });
    expect(await works(key)).toBe(true);
    expect(JSON.stringify(await list())).not.toContain(key);
    const rows = await sql`select row_to_json(k) as text from server_keys k where project_id = ${project.id}`;
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
    const log = await call(`GET /api/dashboard/projects/${project.id}/audit`, { session });
    expect(log.body.data.entries[0]).toMatchObject({
      action: "server-key.create",
      target: "Back end",
      actor: email,
    });
    expect(log.text).not.toContain(key);
  });

  test("the time of the last use is returned, and written at most once a minute", async () => {
    const { issue, list, project } = await someone();
    const { key } = await issue();
    await works(key);
    await expect.poll(async () => (await list())[0].last_used_at).not.toBeNull();
    const [first] =
      await sql`select last_used_at from server_keys where project_id = ${project.id} order by id desc limit 1`;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await works(key);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [second] =
      await sql`select last_used_at from server_keys where project_id = ${project.id} order by id desc limit 1`;
    expect(second).toEqual(first);
  });

  test("a key stops working at the moment it expires", async () => {
    const { issue, list } = await someone();
    const expires_at = new Date(Date.now() + hour).toISOString();
    const { key } = await issue({ name: "For an hour", expires_at });
    expect(await works(key, hour - 1_000)).toBe(true);
    expect(await works(key, hour + 1_000)).toBe(false);
    expect((await list())[0]).toMatchObject({ expires_at, state: "active" });
  });

  test.each([
    [{}, "name", "Name is required."],
    [
      { name: "x", expires_at: "tomorrow" },
      "expires_at",
      "The expiry must be a time such as 2030-01-31T00:00:00Z.",
    ],
    [
      { name: "x", expires_at: "2026-02-30T00:00:00Z" },
      "expires_at",
      "The expiry must be a time such as 2030-01-31T00:00:00Z.",
    ],
    [{ name: "x", expires_at: "2020-01-01T00:00:00Z" }, "expires_at", "The expiry must be in the future."],
  ])("400 for %j", async (body, field, msg) => {
    const { session, path } = await someone();
    expect(await call(`POST ${path}`, { session, body })).toMatchObject({
      status: 400,
      body: { errors: { [field]: msg } },
    });
  });

  test("a rotation creates a new key, and the old one works until the overlap ends", async () => {
    const { session, path, issue, list } = await someone();
    const old = await issue();
    const got = await call(`POST ${path}/${old.server_key.id}/rotate`, {
      session,
      body: { overlap_hours: 3 },
    });
    expect(got.status).toBe(201);
    expect(got.body.data.server_key).toMatchObject({ name: "Back end", state: "active", expires_at: null });
    expect(got.body.data.key).not.toBe(old.key);
    expect(await works(got.body.data.key)).toBe(true);
    expect([await works(old.key, 2 * hour), await works(old.key, 3 * hour + 60_000)]).toEqual([true, false]);
    expect((await list()).find(({ id }: { id: number }) => id === old.server_key.id)).toMatchObject({
      state: "replaced",
    });
  });

  test("the default overlap is a day, and it never exceeds the key's own expiry", async () => {
    const { session, path, issue } = await someone();
    const soon = new Date(Date.now() + hour).toISOString();
    const short = await issue({ name: "Short", expires_at: soon });
    await call(`POST ${path}/${short.server_key.id}/rotate`, { session, body: {} });
    expect(await works(short.key, 2 * hour)).toBe(false);
    const long = await issue();
    await call(`POST ${path}/${long.server_key.id}/rotate`, { session, body: {} });
    expect([await works(long.key, 23 * hour), await works(long.key, 25 * hour)]).toEqual([true, false]);
  });

  test("a new key keeps the expiry of the old one, unless another is given", async () => {
    const { session, path, issue } = await someone();
    const later = new Date(Date.now() + 72 * hour).toISOString();
    const rotated = async (body: object) => {
      const { server_key } = await issue({ name: "Ends", expires_at: later });
      return call(`POST ${path}/${server_key.id}/rotate`, { session, body });
    };
    const end = async (body: object) => (await rotated(body)).body.data.server_key.expires_at;
    expect(await end({})).toBe(later);
    expect(await end({ expires_at: null })).toBeNull();
    const other = new Date(Date.now() + 500 * hour).toISOString();
    expect(await end({ expires_at: other })).toBe(other);
    expect(await rotated({ expires_at: "2020-01-01T00:00:00Z" })).toMatchObject({
      status: 400,
      body: { msg: "The expiry must be in the future." },
    });
  });

  test("of concurrent rotations of one key one creates a new key", async () => {
    const { session, path, issue, project } = await someone();
    const { server_key } = await issue();
    const got = await Promise.all(
      [1, 2, 3, 4, 5].map(() => call(`POST ${path}/${server_key.id}/rotate`, { session, body: {} })),
    );
    expect(got.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const [row] = await sql`select count(*) from server_keys where project_id = ${project.id}`;
    expect(row?.count).toBe(3);
    const again = await call(`POST ${path}/${server_key.id}/rotate`, { session, body: {} });
    expect(again.body.msg).toBe("This key was already rotated.");
  });

  test("a revoked key stops working; of concurrent revocations one succeeds", async () => {
    const { session, path, issue, list } = await someone();
    const { key, server_key } = await issue();
    const got = await Promise.all([1, 2, 3].map(() => call(`DELETE ${path}/${server_key.id}`, { session })));
    expect(got.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await works(key)).toBe(false);
    expect((await list())[0]).toMatchObject({ state: "revoked" });
    const rotated = await call(`POST ${path}/${server_key.id}/rotate`, { session, body: {} });
    expect(rotated).toMatchObject({ status: 409, body: { msg: "This key is revoked." } });
  });

  test("404 for another project's key, as for one that does not exist", async () => {
    const { session, path } = await someone();
    const foreign = await (await someone()).issue();
    const unknown = await call(`DELETE ${path}/999999999`, { session });
    expect(unknown.status).toBe(404);
    expect((await call(`DELETE ${path}/${foreign.server_key.id}`, { session })).text).toBe(unknown.text);
    const rotated = await call(`POST ${path}/${foreign.server_key.id}/rotate`, { session, body: {} });
    expect(rotated.text).toBe(unknown.text);
    expect(await works(foreign.key)).toBe(true);
  });
});
