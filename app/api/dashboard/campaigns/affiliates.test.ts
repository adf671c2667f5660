import { expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { affiliatesRoutes } from "./affiliates";

asServed([affiliatesRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${project.id}/affiliates`;
    const add = (name: unknown) => call(`POST ${path}`, { session, body: { name } });
    return { project, session, path, add };
  }

  test("an affiliate has a name and the channel it is filtered by", async () => {
    const { add, path, session } = await someone();
    const got = await add("Big Partner Ltd");
    expect(got).toMatchObject({
      status: 201,
      body: { data: { affiliate: { name: "Big Partner Ltd", channel: "Big_Partner_Ltd", campaigns: 0 } } },
    });
    const list = await call(`GET ${path}`, { session });
    expect(list.body.data.affiliates).toEqual([got.body.data.affiliate]);
  });

  test("400 for a name whose channel exists in this project", async () => {
    const { add } = await someone();
    await add("Big Partner");
    for (const name of ["Big Partner", "big partner", "BIG_PARTNER"]) {
      expect(await add(name)).toMatchObject({
        status: 400,
        body: { errors: { name: "An affiliate with this name already exists." } },
      });
    }
    for (const name of ["Meta", "google", "Apple Search Ads", "TIKTOK"]) {
      expect(await add(name)).toMatchObject({
        status: 400,
        body: { errors: { name: "This is the name of an ad network. Choose another one." } },
      });
    }
    expect((await (await someone()).add("Big Partner")).status).toBe(201);
  });

  test("of concurrent additions of one name one succeeds", async () => {
    const { add } = await someone();
    const got = await Promise.all([1, 2, 3, 4].map(() => add("Rush")));
    expect(got.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  test("409 for removing an affiliate that a campaign uses, 404 for another project's", async () => {
    const { add, path, project, session } = await someone();
    const { id } = (await add("Partner")).body.data.affiliate;
    await sql`
      insert into campaigns (project_id, display_id, name, is_shortlink, affiliate_id)
      values (${project.id}, ${randomBase62(8)}, 'Spring', true, ${id})`;
    const refused = await call(`DELETE ${path}/${id}`, { session });
    expect(refused).toMatchObject({
      status: 409,
      body: { msg: "A campaign uses this affiliate. Delete the campaign or change its affiliate first." },
    });
    await sql`update campaigns set deleted_at = now() where project_id = ${project.id}`;
    const other = await someone();
    const foreign = (await other.add("Partner")).body.data.affiliate;
    const unknown = await call(`DELETE ${path}/999999999`, { session });
    expect(unknown.status).toBe(404);
    expect((await call(`DELETE ${path}/${foreign.id}`, { session })).text).toBe(unknown.text);
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(200);
  });
});
