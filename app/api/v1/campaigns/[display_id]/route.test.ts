import { beforeAll, describe, expect, test } from "vitest";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as campaigns from "@/app/api/v1/campaigns/route";
import { sql } from "@/db";
import { newServerKey } from "@/lib/accounts/access/credentials";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  anAccount,
  anAttributedUser,
  aProject,
  withoutLimits,
} from "@/testing/factories";

asServedOrBoth([campaign, campaigns], (call) => {
  let app: AProject;
  let other: AProject;

  beforeAll(async () => {
    const account = await anAccount();
    [app, other] = await Promise.all([aProject({ account }), aProject({ account })]);
    await Promise.all([app, other].map(withoutLimits));
  });

  const edit = (id: string, body: unknown, key = app.serverKey, method = "PATCH") =>
    call(`${method} /api/v1/campaigns/${id}`, { key, body });
  const remove = (id: string, key = app.serverKey) => call(`DELETE /api/v1/campaigns/${id}`, { key });

  describe.each(["PATCH", "PUT", "DELETE"])("%s", (method) => {
    test("401 Server key missing! / Server key invalid!, before any other error", async () => {
      const none = await call(`${method} /api/v1/campaigns/x`, { body: "{" });
      expect(none.body).toEqual({ msg: "Server key missing!", status: 401, data: null });
      const bad = await call(`${method} /api/v1/campaigns/x`, { body: "{", key: newServerKey().key });
      expect(bad.body).toEqual({ msg: "Server key invalid!", status: 401, data: null });
    });

    test("400 Campaign display ID is required!", async () => {
      for (const path of ["/api/v1/campaigns", "/api/v1/campaigns/", "/api/v1/campaigns/%20"]) {
        const got = await call(`${method} ${path}`, { key: app.serverKey, body: { name: "x" } });
        expect([path, got.status, got.body.msg]).toEqual([path, 400, "Campaign display ID is required!"]);
      }
      const unknown = await call(`${method} /api/v1/campaigns`, { body: { name: "x" } });
      expect(unknown.body.msg).toBe("Server key missing!");
    });

    test("404 Campaign not found! for an unknown, another project's and an invalid ID", async () => {
      const foreign = await aCampaign(other);
      for (const id of ["nobody", foreign.displayId, "a%20b", "%00", "..%2Fx", "x".repeat(200)]) {
        const got = await call(`${method} /api/v1/campaigns/${id}`, {
          key: app.serverKey,
          body: { name: "x" },
        });
        expect([id, got.status, got.body]).toEqual([
          id,
          404,
          { msg: "Campaign not found!", status: 404, data: null },
        ]);
      }
      expect((await edit(foreign.displayId, { active: true }, other.serverKey)).status).toBe(200);
    });
  });

  describe("edit", () => {
    test("200 with every documented field and no other", async () => {
      const one = await aCampaign(app, { network: "META", network_campaign_id: "123", web_to_app: true });
      await anAttributedUser(app, one.id);
      const got = await edit(one.displayId, { name: "Renamed", active: false });
      expect(got.body).toEqual({
        msg: "Campaign updated successfully!",
        status: 200,
        data: {
          display_id: one.displayId,
          name: "Renamed",
          created_at: expect.any(String),
          update_at: expect.any(String),
          google: false,
          meta: true,
          meta_campaign_id: "123",
          meta_web_to_app: true,
          active: false,
          default_link: false,
          attributed_users: 1,
        },
      });
    });

    test("active can be switched off and on, and update_at changes each time", async () => {
      const one = await aCampaign(app);
      const seen = [];
      for (const active of [false, true, true]) {
        const { data } = (await edit(one.displayId, { active })).body;
        expect(data.active).toBe(active);
        seen.push(data.update_at);
      }
      expect(new Set(seen).size).toBe(3);
      expect(seen).toEqual([...seen].sort());
    });

    test("purpose alone can be changed; it is returned if sent", async () => {
      const one = await aCampaign(app, { name: "Winter" });
      const got = await edit(one.displayId, { purpose: "new_users" });
      expect(got.body.data).toMatchObject({ name: "Winter", active: true, purpose: "new_users" });
      const renamed = await edit(one.displayId, { name: "Spring" });
      expect(renamed.body.data).not.toHaveProperty("purpose");
      const [row] = await sql`
        select purpose from campaigns where project_id = ${app.project.id} and id = ${one.id}`;
      expect(row).toEqual({ purpose: "new_users" });
      expect((await edit(one.displayId, { purpose: null })).status).toBe(400);
      const bad = await edit(one.displayId, { purpose: "NEW_USERS" });
      expect([bad.status, bad.body.msg]).toEqual([
        400,
        "purpose must be one of new_users, retargeting, both!",
      ]);
      const [logged] = await sql`
        select detail from audit_log where project_id = ${app.project.id} and target = ${one.displayId} and detail ? 'purpose'`;
      expect(logged).toMatchObject({ detail: { purpose: "new_users", before: { purpose: "both" } } });
    });

    test("PUT works like PATCH", async () => {
      const one = await aCampaign(app);
      const got = await edit(one.displayId, { name: "Put" }, app.serverKey, "PUT");
      expect([got.status, got.body.data.name]).toEqual([200, "Put"]);
    });

    test.each([[{}], [{ foo: 1 }]])(
      "400 At least one field (name or active) is required for update! for %j",
      async (body) => {
        const one = await aCampaign(app);
        const got = await edit(one.displayId, body);
        expect([got.status, got.body.msg]).toEqual([
          400,
          "At least one field (name or active) is required for update!",
        ]);
      },
    );

    test.each([
      [{ name: "" }],
      [{ name: " \n" }],
      [{ name: null }],
      [{ name: 5 }],
      [{ name: " ", active: true }],
    ])("400 Campaign name cannot be empty! for %j", async (body) => {
      const one = await aCampaign(app);
      const got = await edit(one.displayId, body);
      expect([got.status, got.body.msg]).toEqual([400, "Campaign name cannot be empty!"]);
    });

    test.each([[{ active: "true" }], [{ active: null }], [{ active: 1 }], [{ name: "x", active: {} }]])(
      "400 Active field must be a boolean! for %j",
      async (body) => {
        const one = await aCampaign(app);
        const got = await edit(one.displayId, body);
        expect([got.status, got.body.msg]).toEqual([400, "Active field must be a boolean!"]);
      },
    );

    test("a rejected edit changes nothing; unknown fields are ignored", async () => {
      const one = await aCampaign(app, { name: "Before" });
      await edit(one.displayId, { name: "After", active: "x" });
      const got = await edit(one.displayId, {
        active: true,
        attributed_users: 9,
        display_id: "other",
        id: 1,
      });
      expect(got.body.data).toMatchObject({ name: "Before", attributed_users: 0, display_id: one.displayId });
    });

    test("of twenty concurrent edits one is last, with both of its fields; update_at never decreases", async () => {
      const one = await aCampaign(app, { name: "start" });
      const edits = Array.from({ length: 20 }, (_, i) => ({ name: `name ${i}`, active: i % 2 === 0 }));
      const got = await Promise.all(edits.map((body) => edit(one.displayId, body)));
      const answers = got.map(({ body }) => body.data).sort((a, b) => a.update_at.localeCompare(b.update_at));
      expect(new Set(answers.map((one) => one.update_at)).size).toBe(20);
      const final = (await edit(one.displayId, { active: answers.at(-1).active })).body.data;
      expect(final.name).toBe(answers.at(-1).name);
      for (const { name, active } of answers) expect(active).toBe(Number(name.split(" ")[1]) % 2 === 0);
    });

    test("a clock that was set back does not decrease update_at", async () => {
      const one = await aCampaign(app, { now: new Date("2030-01-01T00:00:00.000Z") });
      const got = await edit(one.displayId, { name: "x" });
      expect(got.body.data.update_at).toBe("2030-01-01T00:00:00.001Z");
    });
  });

  describe("delete", () => {
    test("204 without a body; then 404 Campaign not found! for every request", async () => {
      const one = await aCampaign(app);
      const got = await remove(one.displayId);
      expect([got.status, got.text, got.headers.get("content-type")]).toEqual([204, "", null]);
      expect((await remove(one.displayId)).body).toEqual({
        msg: "Campaign not found!",
        status: 404,
        data: null,
      });
      expect((await edit(one.displayId, { name: "x" })).status).toBe(404);
      const listed = await call("GET /api/v1/campaigns", { key: app.serverKey, query: { limit: 1000 } });
      const ids = listed.body.data.campaigns.map((c: { display_id: string }) => c.display_id);
      expect(ids).not.toContain(one.displayId);
    });

    test("of ten concurrent deletions exactly one returns 204", async () => {
      const one = await aCampaign(app);
      const got = await Promise.all(Array.from({ length: 10 }, () => remove(one.displayId)));
      expect(got.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
    });

    test("counted facts stay in the ledger under the campaign's ID", async () => {
      const one = await aCampaign(app);
      await anAttributedUser(app, one.id);
      await remove(one.displayId);
      const [row] = await sql`
        select sum(count)::int as users from ledger where project_id = ${app.project.id} and campaign_id = ${one.id}`;
      expect(row).toEqual({ users: 1 });
      const registered = await sql`
        select 1 from display_ids where account_id = ${app.accountId} and display_id = ${one.displayId}`;
      expect(registered).toHaveLength(0);
    });

    test("concurrent edits and a deletion all get a response, and the campaign is deleted", async () => {
      const one = await aCampaign(app);
      const edits = Array.from({ length: 10 }, (_, i) => edit(one.displayId, { name: `name ${i}` }));
      const [removed, ...edited] = await Promise.all([remove(one.displayId), ...edits]);
      expect(removed!.status).toBe(204);
      for (const { status } of edited) expect([200, 404]).toContain(status);
      expect((await edit(one.displayId, { name: "x" })).status).toBe(404);
    });

    test("the audit log records edits and deletions with the prefix of the key", async () => {
      const made = await aProject();
      const one = await aCampaign(made, { name: "Gone" });
      await edit(one.displayId, { active: false }, made.serverKey);
      await remove(one.displayId, made.serverKey);
      const rows = await sql`
        select actor, action, target, detail from audit_log
        where project_id = ${made.project.id} and action in ('campaign.edit', 'campaign.delete') order by id`;
      const actor = `server key ${made.serverKey.slice(0, 10)}`;
      expect(rows).toEqual([
        {
          actor,
          action: "campaign.edit",
          target: one.displayId,
          detail: { active: false, before: { active: true } },
        },
        { actor, action: "campaign.delete", target: one.displayId, detail: { name: "Gone" } },
      ]);
    });
  });

  test("405 for GET and POST, with Allow", async () => {
    for (const method of ["GET", "POST"]) {
      const got = await call(`${method} /api/v1/campaigns/x`, { key: app.serverKey });
      expect([got.status, got.headers.get("allow")]).toEqual([405, "PUT, PATCH, DELETE"]);
    }
  });
});
