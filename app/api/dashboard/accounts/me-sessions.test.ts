import { expect, test } from "vitest";
import { sql } from "@/db";
import { removeOldSessions } from "@/lib/accounts/sessions/sessions";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, aSession } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { meRoutes } from "./me";

asServed([meRoutes, auditRoutes], (call) => {
  const path = "/api/dashboard/me/sessions";
  const status = async (session: string) => (await call("GET /api/dashboard/me", { session })).status;
  const listOf = async (session: string) =>
    (await call(`GET ${path}`, { session })).body.data.sessions as { id: string; own: boolean }[];
  const idOf = async (session: string) => (await listOf(session)).find(({ own }) => own)!.id;

  test("lists the member's own sessions only, and marks the current one", async () => {
    const member = await aMember("viewer");
    await aMember("viewer", member.account);
    const other = await aSession(member.id);
    const list = await listOf(member.session);
    expect(list).toHaveLength(2);
    expect(list.filter(({ own }) => own)).toMatchObject([
      { browser: "Firefox on Linux", begun_at: expect.any(String), seen_at: expect.any(String) },
    ]);
    expect(await idOf(member.session)).not.toBe(await idOf(other));
  });

  test("a member can end one session: its cookie is rejected, and other sessions continue", async () => {
    const member = await aMember("owner");
    const [lost, third] = [await aSession(member.id), await aSession(member.id)];
    const id = await idOf(lost);
    const got = await call(`DELETE ${path}/${id}`, { session: member.session });
    expect(got).toMatchObject({ status: 200, body: { data: { id } } });
    expect(got.headers.getSetCookie()).toEqual([]);
    expect([await status(lost), await status(third), await status(member.session)]).toEqual([401, 200, 200]);
    expect((await call(`DELETE ${path}/${id}`, { session: member.session })).status).toBe(404);
    const log = await call(`GET /api/dashboard/accounts/${member.account}/audit`, member);
    expect(log.body.data.entries[0]).toMatchObject({
      action: "session.end",
      actor: member.email,
      target: member.email,
      detail: { browser: "Firefox on Linux" },
    });
  });

  test("the current session can be ended, too, which removes its cookie", async () => {
    const member = await aMember("owner");
    const got = await call(`DELETE ${path}/${await idOf(member.session)}`, { session: member.session });
    expect(got.status).toBe(200);
    expect(got.headers.getSetCookie()[0]).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    expect(await status(member.session)).toBe(401);
  });

  test("all other sessions are ended at once; the response and the audit log have their number", async () => {
    const member = await aMember("owner");
    const others = [await aSession(member.id), await aSession(member.id)];
    const stranger = await aMember("owner");
    const got = await call(`DELETE ${path}`, { session: member.session });
    expect(got).toMatchObject({ status: 200, body: { data: { ended: 2 } } });
    expect(await Promise.all(others.map(status))).toEqual([401, 401]);
    expect([await status(member.session), await status(stranger.session)]).toEqual([200, 200]);
    const log = await call(`GET /api/dashboard/accounts/${member.account}/audit`, member);
    expect(log.body.data.entries).toMatchObject([{ action: "session.end-others", detail: { ended: 2 } }]);
    expect((await call(`DELETE ${path}`, { session: member.session })).body.data.ended).toBe(0);
  });

  test("404 for a session of another member, as for one that does not exist", async () => {
    const member = await aMember("owner");
    const stranger = await aMember("owner");
    const foreign = await call(`DELETE ${path}/${await idOf(stranger.session)}`, member);
    expect(foreign).toMatchObject({ status: 404, body: { msg: "This session has already ended." } });
    for (const id of [crypto.randomUUID(), "1", "x", "%00"])
      expect((await call(`DELETE ${path}/${id}`, member)).text).toBe(foreign.text);
    expect(await status(stranger.session)).toBe(200);
  });

  test("a session ends after 30 days, even if it is used, and after 7 days without use", async () => {
    const member = await aMember("owner");
    const old = await aSession(member.id, { begun: "30 days 1 minute" });
    const idle = await aSession(member.id, { begun: "8 days", seen: "7 days 1 minute" });
    const good = await aSession(member.id, { begun: "29 days 23 hours", seen: "6 days 23 hours" });
    expect([await status(old), await status(idle), await status(good)]).toEqual([401, 401, 200]);
    expect(await listOf(member.session)).toHaveLength(2);
    await removeOldSessions();
    expect(await sql`select id from sessions where member_id = ${member.id}`).toHaveLength(2);
  });

  test("the use of a session updates its time and that of its member", async () => {
    const member = await aMember("owner");
    await sql`delete from sessions where member_id = ${member.id}`;
    expect(await status(await aSession(member.id, { seen: "2 days" }))).toBe(200);
    const seen = () => sql`
      select m.id from sessions s join members m on m.id = s.member_id
      where m.id = ${member.id} and least(s.seen_at, m.last_seen_at) > now() - interval '1 minute'`;
    await expect.poll(seen).toHaveLength(1);
  });
});
