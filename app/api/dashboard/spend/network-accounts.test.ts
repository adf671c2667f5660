import { expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { networkAccountsRoutes } from "./network-accounts";

asServed([networkAccountsRoutes], (call) => {
  async function someone() {
    const own = await anAccount();
    const { project } = await aProject({ account: own });
    const { session } = await aMember("admin", own);
    const path = `/api/dashboard/projects/${project.id}/network-accounts`;
    const add = (body: object) => call(`POST ${path}`, { session, body });
    return { project, session, path, add };
  }

  test("an account of a network, with the network's own ID as text", async () => {
    const { add, path, session } = await someone();
    const got = await add({
      network: "meta",
      name: "Main",
      email: "ads@example.com",
      external_id: "120210000000000000001",
      currency: "eur",
    });
    expect(got).toMatchObject({
      status: 201,
      body: {
        data: {
          network_account: {
            network: "META",
            name: "Main",
            email: "ads@example.com",
            status: "ACTIVE",
            account_name: null,
            external_id: "120210000000000000001",
            currency: "EUR",
            campaigns: 0,
          },
        },
      },
    });
    expect((await call(`GET ${path}`, { session })).body.data.network_accounts).toEqual([
      got.body.data.network_account,
    ]);
  });

  test.each([
    [{ name: "x" }, "network", "Network is required."],
    [{ network: "nothing", name: "x" }, "network", "Unknown ad network."],
    [{ network: "__proto__", name: "x" }, "network", "Unknown ad network."],
    [{ network: "meta" }, "name", "Name is required."],
    [
      { network: "meta", name: "x", status: "ON" },
      "status",
      "Status must be ACTIVE, PAUSED or DISCONNECTED.",
    ],
    [{ network: "meta", name: "x", currency: "ABQ" }, "currency", "Enter a currency code, such as EUR."],
  ])("400 for %j", async (body, field, msg) => {
    const { add } = await someone();
    expect(await add(body)).toMatchObject({ status: 400, body: { errors: { [field]: msg } } });
  });

  test("sent fields change, null clears, the rest stays", async () => {
    const { add, path, session } = await someone();
    const { id } = (await add({ network: "google", name: "Main", account_name: "Ads", external_id: "7" }))
      .body.data.network_account;
    const patch = (body: object) => call(`PATCH ${path}/${id}`, { session, body });
    expect((await patch({ status: "PAUSED", account_name: null })).body.data.network_account).toMatchObject({
      name: "Main",
      status: "PAUSED",
      account_name: null,
      external_id: "7",
    });
    expect((await patch({})).status).toBe(400);
    expect((await patch({ network: "meta" })).status).toBe(400);
  });

  test("409 for removing an account that a campaign uses, 404 for another project's", async () => {
    const { add, path, project, session } = await someone();
    const { id } = (await add({ network: "meta", name: "Main" })).body.data.network_account;
    await sql`
      insert into campaigns (project_id, display_id, name, is_shortlink, network_account_id)
      values (${project.id}, ${randomBase62(8)}, 'Spring', true, ${id})`;
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(409);
    await sql`update campaigns set deleted_at = now() where project_id = ${project.id}`;
    const foreign = (await (await someone()).add({ network: "meta", name: "Main" })).body.data
      .network_account;
    for (const method of ["PATCH", "DELETE"]) {
      const body = { name: "Mine" };
      const unknown = await call(`${method} ${path}/999999999`, { session, body });
      expect(unknown.status).toBe(404);
      expect((await call(`${method} ${path}/${foreign.id}`, { session, body })).text).toBe(unknown.text);
    }
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(200);
  });
});
