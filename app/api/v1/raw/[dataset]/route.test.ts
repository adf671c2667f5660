import { expect, test } from "vitest";
import * as raw from "@/app/api/v1/raw/[dataset]/route";
import * as schema from "@/app/api/v1/raw/[dataset]/schema/route";
import { sql } from "@/db";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import { commandLine } from "@/lib/accounts/audit/actor";
import { datasetNames } from "@/lib/data-access/datasets/datasets";
import { identify } from "@/lib/facts/users/identify";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { erasePerson } from "@/lib/privacy/person";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { type AProject, aCampaign, aClick, anInstall, aProject, withoutLimits } from "@/testing/factories";

const keyFor = async (app: AProject, ...scopes: KeyScope[]) => {
  const input = { name: "Warehouse", expiresAt: null, scopes };
  return (
    await issueServerKey({ id: app.project.id, accountId: app.accountId }, input, commandLine, new Date())
  ).key;
};

const identified = (app: AProject, instance: string, id: string) => {
  const body = { token: "", install_instance_id: instance, user_data: { id, email: `${id}@example.com` } };
  return identify(app.project, body, { userAgent: null, now: new Date() });
};

throughBothAdapters([raw, schema], (call) => {
  test("200 lines with rows, until a pass is complete; a later pass has only what changed", async () => {
    const app = await aProject();
    const key = await keyFor(app, "raw");
    const campaigns = [await aCampaign(app), await aCampaign(app), await aCampaign(app)];
    const read = (cursor?: string | null, limit = 2) =>
      call("GET /api/v1/raw/campaigns", { key, query: cursor ? { cursor, limit } : { limit } });
    const first = await read();
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("application/x-ndjson");
    expect(first.headers.get("cairn-more")).toBe("true");
    expect(first.body).toHaveLength(2);
    expect(first.body[0]).toMatchObject({ _op: "upsert", deleted_at: null });
    // A line's own cursor continues after it.
    const again = await read(first.body[0]._cursor, 1);
    expect(again.body[0].id).toBe(first.body[1].id);
    const ids: string[] = first.body.map(({ id }: { id: string }) => id);
    let { headers } = first;
    while (headers.get("cairn-more") === "true") {
      const page = await read(headers.get("cairn-next-cursor"));
      ids.push(...page.body.map(({ id }: { id: string }) => id));
      headers = page.headers;
    }
    for (const { id } of campaigns) expect(ids.filter((one) => one === String(id))).toHaveLength(1);
    const end = headers.get("cairn-next-cursor");
    await sql`update campaigns set name = 'changed' where project_id = ${app.project.id} and id = ${campaigns[1]!.id}`;
    const changed = () => read(end, 100);
    await expect
      .poll(async () => (await changed()).body.map(({ name }: { name: string }) => name))
      .toContain("changed");
  });

  test("200 each line has the columns of its dataset's schema, personal ones only if requested", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const campaign = await aCampaign(app);
    await aClick(app, { campaignId: campaign.id });
    const { instance } = await anInstall(app, campaign.id);
    await identified(app, instance, "u1");
    const key = await keyFor(app, "raw", "personal");
    for (const dataset of datasetNames) {
      const { body: described } = await call(`GET /api/v1/raw/${dataset}/schema`, { key });
      const plain = await call(`GET /api/v1/raw/${dataset}`, { key });
      const all = await call(`GET /api/v1/raw/${dataset}`, { key, query: { personal: "true" } });
      for (const line of all.body)
        expect(Object.keys(line).sort()).toEqual(Object.keys(described.properties).sort());
      const personal = Object.entries(described.properties as Record<string, { description?: string }>)
        .filter(([, { description }]) => description?.endsWith("Personal."))
        .map(([name]) => name);
      for (const line of plain.body) for (const name of personal) expect(line).not.toHaveProperty(name);
      if (dataset === "users") {
        expect(personal).toContain("email");
        expect(all.body).toMatchObject([{ user_id: "u1", email: "u1@example.com" }]);
      }
    }
  });

  test("200 an erased user is a deletion by a key that does not name the user", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const { instance } = await anInstall(app, null);
    await identified(app, instance, "u1");
    const key = await keyFor(app, "raw");
    const read = (cursor?: string | null) =>
      call("GET /api/v1/raw/users", { key, query: cursor ? { cursor } : {} });
    const first = await read();
    const [{ user_key, _cursor }] = first.body;
    await erasePerson(app.project, { user: "u1", install: null }, commandLine, new Date());
    const rest = async () => {
      const lines = [];
      let cursor: string | null = _cursor;
      for (let passes = 0; passes < 2; ) {
        const page: Awaited<ReturnType<typeof read>> = await read(cursor);
        lines.push(...page.body);
        cursor = page.headers.get("cairn-next-cursor");
        if (page.headers.get("cairn-more") === "false") passes++;
      }
      return lines;
    };
    await expect.poll(rest).toContainEqual(expect.objectContaining({ _op: "delete", user_key }));
    expect(JSON.stringify(await rest())).not.toContain('"u1"');
  });

  test("401 Unauthorized access. · 403 for a key without the permission", async () => {
    const app = await aProject();
    expect(await call("GET /api/v1/raw/installs")).toMatchObject({
      status: 401,
      body: { msg: "Unauthorized access." },
    });
    expect(await call("GET /api/v1/raw/installs", { key: app.serverKey })).toMatchObject({
      status: 403,
      body: { msg: 'This server key lacks the permission "Raw data".', code: "scope_missing" },
    });
    const key = await keyFor(app, "raw");
    expect(await call("GET /api/v1/raw/users", { key, query: { personal: "true" } })).toMatchObject({
      status: 403,
      body: { msg: 'This server key lacks the permission "Personal data".' },
    });
  });

  test("404 an unknown dataset · 400 a cursor of another dataset, or none · 422 limits", async () => {
    const app = await aProject();
    await aCampaign(app);
    const key = await keyFor(app, "raw");
    expect(await call("GET /api/v1/raw/nothing", { key })).toMatchObject({ status: 404 });
    const { headers } = await call("GET /api/v1/raw/campaigns", { key });
    const cursor = headers.get("cairn-next-cursor")!;
    const invalid = { status: 400, body: { msg: "The cursor is not valid for this dataset." } };
    expect(await call("GET /api/v1/raw/installs", { key, query: { cursor } })).toMatchObject(invalid);
    for (const text of ["x", "W10", Buffer.from('["campaigns","s",null,"1",0,["x"]]').toString("base64url")])
      expect(await call("GET /api/v1/raw/campaigns", { key, query: { cursor: text } })).toMatchObject(
        invalid,
      );
    expect(await call("GET /api/v1/raw/campaigns", { key, query: { since: "x" } })).toMatchObject({
      status: 400,
      body: { msg: "since must be the `_position` of a line." },
    });
    expect(await call("GET /api/v1/raw/campaigns", { key, query: { limit: 10_001 } })).toMatchObject({
      status: 422,
      body: { msg: "Limit 10001 exceeds maximum allowed value of 10000." },
    });
  });

  test("503 and the address of a project that has moved", async () => {
    const app = await aProject();
    const key = await keyFor(app, "raw");
    await sql`update projects set frozen_at = now(), moved_address = 'https://new.example' where id = ${app.project.id}`;
    expect(await call("GET /api/v1/raw/campaigns", { key })).toMatchObject({
      status: 503,
      body: { code: "project_moved" },
    });
  });
});
