import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import * as cron from "@/app/api/cron/spend/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { asServed } from "@/lib/platform/http/testing";
import { addNetworkAccount, changeNetworkAccount, removeNetworkAccount } from "@/lib/spend/accounts/accounts";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { spendPullsRoutes } from "./spend-pulls";

asServed([spendPullsRoutes, cron], (call) => {
  async function someone(
    more: { network?: string; external_id?: string | null; currency?: string | null } = {},
  ) {
    const owner = await anAccount();
    const app = await aProject({ account: owner });
    const { session } = await aMember("admin", owner);
    const given = { network: "META", name: "Main", external_id: "act_1", currency: "EUR", ...more };
    const { network_account: account } = await addNetworkAccount(app.project, given, commandLine, new Date());
    const path = `/api/dashboard/projects/${app.project.id}/spend/pulls`;
    const connect = (credentials: object) =>
      call(`PUT ${path}/${account.id}`, { session, body: { credentials } });
    const shown = async () => (await call(`GET ${path}`, { session })).body.data.accounts;
    return { app, account, session, path, connect, shown };
  }

  /** The parts of Meta's interface that the screens' tests need. */
  async function aMeta() {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    completeEnv({ META_ADS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    return { end: () => new Promise((resolve) => server.close(resolve)) };
  }

  test("credentials are stored encrypted, never shown, used at once, and deleted on request", async () => {
    const meta = await aMeta();
    const { app, account, session, path, connect, shown } = await someone();
    expect(await shown()).toMatchObject([{ id: account.id, network: "META", state: "off", next_at: null }]);
    const got = await connect({ access_token: "very-secret" });
    expect(got).toMatchObject({
      status: 200,
      body: { msg: "Connected.", data: { account: { id: account.id } } },
    });
    expect(got.text).not.toContain("very-secret");
    await expect.poll(async () => (await shown())[0].state).toBe("good");
    const [row] = await sql<{ credentials: Buffer }[]>`
      select credentials from network_accounts where project_id = ${app.project.id}`;
    expect(row!.credentials.toString("latin1")).not.toContain("very-secret");
    const { body } = await call(`POST ${path}/${account.id}/run`, { session });
    expect(body.msg).toBe("The sync has started.");
    await expect.poll(async () => (await shown())[0].state).toBe("good");
    const removed = await call(`DELETE ${path}/${account.id}`, { session });
    expect(removed.body.data.account).toMatchObject({ state: "off", succeeded_at: null });
    expect((await call(`POST ${path}/${account.id}/run`, { session })).status).toBe(409);
    const [after] = await sql`select credentials from network_accounts where project_id = ${app.project.id}`;
    expect(after!.credentials).toBeNull();
    const audit =
      await sql`select action, detail from audit_log where project_id = ${app.project.id} order by id`;
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["network-account.connect", "spend.pull", "network-account.disconnect"]),
    );
    expect(JSON.stringify(audit)).not.toContain("very-secret");
    await meta.end();
  });

  test.each([
    [{}, {}, 400, { "credentials.access_token": "Access token is required." }],
    [
      { network: "APPLE_SEARCH_ADS" },
      { client_id: "a", team_id: "b", key_id: "c", private_key: "nonsense" },
      400,
      { "credentials.private_key": "The private key must be a P-256 key in PEM format." },
    ],
    [{ external_id: null }, { access_token: "x" }, 409, undefined],
    [{ network: "TIKTOK", currency: null }, { access_token: "x" }, 409, undefined],
    [{ network: "SNAPCHAT" }, { client_id: "x" }, 400, undefined],
    [{ network: "PINTEREST" }, { access_token: "x" }, 404, undefined],
  ])("an account like %j with %j is rejected with %i", async (more, credentials, status, errors) => {
    const { connect, app } = await someone(more);
    const got = await connect(credentials);
    expect(got.status, got.text).toBe(status);
    if (errors) expect(got.body.errors).toEqual(errors);
    expect(await sql`select 1 from network_pulls where project_id = ${app.project.id}`).toHaveLength(0);
  });

  test("a paused account is not pulled; a removed one is deleted with its credentials", async () => {
    const meta = await aMeta();
    const { app, account, session, path, connect, shown } = await someone();
    await connect({ access_token: "x" });
    await expect.poll(async () => (await shown())[0].state).toBe("good");
    await changeNetworkAccount(app.project, account.id, { status: "PAUSED" }, commandLine, new Date());
    expect(await shown()).toMatchObject([{ state: "paused", next_at: null }]);
    expect((await call(`POST ${path}/${account.id}/run`, { session })).status).toBe(409);
    await removeNetworkAccount(app.project, account.id, commandLine);
    expect(await shown()).toEqual([]);
    expect(await sql`select 1 from network_pulls where project_id = ${app.project.id}`).toHaveLength(0);
    await meta.end();
  });

  test("401 without the cron secret; with it due pulls run", async () => {
    expect((await call("POST /api/cron/spend")).status).toBe(401);
    const headers = { authorization: `Bearer ${env.CRON_SECRET}` };
    expect(await call("POST /api/cron/spend", { headers })).toMatchObject({
      status: 200,
      body: { msg: "Spend pulled.", data: { pulled: expect.any(Number), files: expect.any(Number) } },
    });
  });
});
