import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { signingRoutes } from "./signing";

asServed([auditRoutes, signingRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${project.id}/signing`;
    const make = async (name = "Android") =>
      (await call(`POST ${path}/keys`, { session, body: { name } })).body.data as {
        secret: string;
        key: { id: number; key_id: string };
      };
    const show = async () => (await call(`GET ${path}`, { session })).body.data;
    const require = (required: boolean) => call(`PUT ${path}`, { session, body: { required } });
    const revoke = (id: number) => call(`DELETE ${path}/keys/${id}`, { session });
    const log = async () =>
      (await call(`GET /api/dashboard/projects/${project.id}/audit`, { session })).body.data.entries as {
        action: string;
        actor: string;
        detail: object;
      }[];
    return { project, session, email, path, make, show, require, revoke, log };
  }

  test("the secret is returned once and stored encrypted with the server's own key", async () => {
    const { path, session, email, show, project, log } = await someone();
    const got = await call(`POST ${path}/keys`, { session, body: { name: " Android " } });
    expect(got).toMatchObject({ status: 201, body: { msg: "Copy the secret now. It is not shown again." } });
    const { secret, key: made } = got.body.data;
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({ name: "Android", state: "active", created_by: email, last_used_at: null });
    expect(made.key_id).toMatch(/^sig_[0-9A-Za-z]{16}$/);
    expect(JSON.stringify(await show())).not.toContain(secret);
    expect(JSON.stringify(await log())).not.toContain(secret);
    const [row] = await sql<
      { secret: Buffer }[]
    >`select secret from signing_keys where project_id = ${project.id}`;
    expect(row!.secret.includes(secret)).toBe(false);
  });

  test("a key that was encrypted with a different ENCRYPTION_KEY is reported as unreadable", async () => {
    const { make, show, project } = await someone();
    const { key: made } = await make();
    await sql`update signing_keys set secret = set_byte(secret, 20, get_byte(secret, 20) # 1)
      where project_id = ${project.id}`;
    expect((await show()).keys).toMatchObject([{ id: made.id, state: "unreadable" }]);
  });

  test("400 a key without a name", async () => {
    const { path, session } = await someone();
    expect((await call(`POST ${path}/keys`, { session, body: { name: " " } })).status).toBe(400);
    expect((await call(`PUT ${path}`, { session, body: { required: "yes" } })).status).toBe(400);
  });

  test("409 for requiring signatures without a key; the last working key cannot be revoked while they are required", async () => {
    const { make, show, require, revoke } = await someone();
    expect(await require(true)).toMatchObject({
      status: 409,
      body: { msg: "Create a signing key first. Without one, every call would be rejected." },
    });
    const first = await make();
    expect((await require(true)).status).toBe(200);
    expect((await show()).required).toBe(true);
    expect((await revoke(first.key.id)).status).toBe(409);
    const second = await make("iOS");
    expect((await revoke(first.key.id)).status).toBe(200);
    expect(await revoke(first.key.id)).toMatchObject({ status: 409, body: { msg: "This key is revoked." } });
    expect((await revoke(second.key.id)).status).toBe(409);
    await require(false);
    expect((await revoke(second.key.id)).status).toBe(200);
    expect((await revoke(999_999_999)).status).toBe(404);
  });

  test("of two concurrent revocations one key is left", async () => {
    const { make, require, revoke, show } = await someone();
    const [a, b] = [await make("a"), await make("b")];
    await require(true);
    const got = await Promise.all([revoke(a.key.id), revoke(b.key.id)]);
    expect(got.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await show()).keys.filter((each: { state: string }) => each.state === "active").length).toBe(1);
  });

  test("a key is rotated once, and the old one works until the overlap ends", async () => {
    const { make, path, session, show } = await someone();
    const { key: old } = await make();
    const rotate = () => call(`POST ${path}/keys/${old.id}/rotate`, { session, body: { overlap_hours: 24 } });
    const got = await Promise.all([rotate(), rotate()]);
    expect(got.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { keys: all } = await show();
    expect(all.map((each: { name: string; state: string }) => [each.name, each.state])).toEqual([
      ["Android", "active"],
      ["Android", "replaced"],
    ]);
    expect(new Date(all[1].expires_at).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  test("every change is in the audit log", async () => {
    const { make, require, revoke, path, session, log, email } = await someone();
    const { key: made } = await make();
    await require(true);
    await require(false);
    await call(`POST ${path}/keys/${made.id}/rotate`, { session, body: {} });
    await revoke(made.id);
    const entries = (await log()).slice(0, 5);
    expect(entries.map(({ action }) => action)).toEqual([
      "signing-key.revoke",
      "signing-key.rotate",
      "signing.stop-requiring",
      "signing.require",
      "signing-key.create",
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([email]));
  });
});
