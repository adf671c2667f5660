import { describe, expect, test } from "vitest";
import * as ask from "@/app/api/caddy/ask/route";
import * as attribute from "@/app/api/cron/attribute/route";
import * as upkeep from "@/app/api/cron/upkeep/route";
import * as health from "@/app/api/health/route";
import * as metrics from "@/app/api/metrics/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { version } from "@/lib/base/version";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { addDomain } from "@/lib/projects/domains/add";
import { changeRetention } from "@/lib/projects/retention/settings";
import { aCampaign, aClick, aProject, ledgerOf } from "@/testing/factories";
import * as openapi from "./route";

asServedOrBoth([health, metrics, openapi, attribute, upkeep, ask], (call) => {
  test("GET /api/health reports that the database responds and is migrated", async () => {
    const got = await call("GET /api/health");
    expect(got).toMatchObject({ status: 200, body: { version, status: "ok", database: "ok" } });
    expect(got.body.migrations.applied).toBe(got.body.migrations.expected);
  });

  test("GET /api/metrics is in Prometheus' format", async () => {
    const got = await call("GET /api/metrics", { address: "127.0.0.1" });
    expect(got.status).toBe(200);
    expect(got.headers.get("content-type")).toContain("text/plain");
    expect(got.text).toContain("# TYPE cairn_http_request_seconds histogram");
    expect(got.text).toContain(`cairn_build_info{version="${version}",node="${process.versions.node}"} 1`);
  });

  test("GET /api/metrics requires its token if one is set", async () => {
    completeEnv({ METRICS_TOKEN: "figures" });
    const status = async (authorization?: string) =>
      (await call("GET /api/metrics", { headers: authorization === undefined ? {} : { authorization } }))
        .status;
    expect([await status(), await status("Bearer "), await status("Bearer figure")]).toEqual([401, 401, 401]);
    expect(await call("GET /api/metrics")).toMatchObject({
      body: { msg: "The metrics token is missing or invalid." },
    });
    expect(await status("Bearer figures")).toBe(200);
    completeEnv({ METRICS_TOKEN: "" });
    expect(await status()).toBe(401);
  });

  test("GET /api/metrics without a token responds only to this machine, and not to a proxy on it", async () => {
    const from = async (address: string, headers: Record<string, string> = {}) =>
      (await call("GET /api/metrics", { address, headers })).status;
    expect([await from("127.0.0.1"), await from("::1")]).toEqual([200, 200]);
    for (const address of ["192.0.2.7", "10.0.0.5", "172.18.0.4", "fd00::5", "127.0.0.1.example"])
      expect(await from(address), address).toBe(401);
  });

  test("GET /api/openapi.json is the reference of the running version", async () => {
    const got = await call("GET /api/openapi.json");
    expect(got.status).toBe(200);
    expect(Object.keys(got.body.paths)).toEqual(
      expect.arrayContaining(["/api/v1/campaigns", "/api/client/init"]),
    );
  });

  test("GET /api/caddy/ask: 200 for verified hosts and the dashboard's host, 404 for others", async () => {
    const { domain } = await aProject({ domain: `links-${newId(new Date()).slice(-12)}.example.com` });
    const ask = async (host: string) =>
      (await call("GET /api/caddy/ask", { query: { domain: host } })).status;
    expect(await ask(domain)).toBe(200);
    expect(await ask(new URL(env.APP_URL).hostname)).toBe(200);
    expect(await ask("elsewhere.example.com")).toBe(404);
    const claimed = `links-${newId(new Date()).slice(-12)}.example.com`;
    const { project } = await aProject();
    await addDomain(project, claimed, commandLine, { now: new Date(), appUrl: env.APP_URL });
    expect(await ask(claimed)).toBe(404);
    expect((await call("GET /api/caddy/ask")).status).toBe(400);
  });

  describe("GET and POST /api/cron/upkeep", () => {
    test("facts older than a project's retention period are removed, and each task logs its number", async () => {
      const app = await aProject();
      const old = new Date(Date.now() - 3 * 86_400_000);
      await sql`
        insert into rejections (project_id, id, at, endpoint, reason)
        values (${app.project.id}, ${newId(old)}, ${old}, 'init', 'x')`;
      await changeRetention(app.project, { rejections: 1 }, commandLine, new Date());
      const headers = { authorization: `Bearer ${env.CRON_SECRET}` };
      await expect
        .poll(
          async () => {
            // Null for a task that another call is running.
            const got = await call("POST /api/cron/upkeep", { headers });
            expect(got).toMatchObject({ status: 200, body: { msg: "Upkeep done." } });
            expect(Object.keys(got.body.data)).toEqual(
              expect.arrayContaining(["recalculation", "compaction", "retention", "partitions"]),
            );
            const [row] =
              await sql`select count(*)::int as n from rejections where project_id = ${app.project.id}`;
            return row!.n;
          },
          // Without DNS, the resolver fails only after a while.
        )
        .toBe(0);
    });
  });

  describe("GET and POST /api/cron/*", () => {
    test("401 without a secret, with a wrong one, and with the right one in the query", async () => {
      for (const request of [
        "GET /api/cron/attribute",
        "POST /api/cron/attribute",
        "GET /api/cron/upkeep",
        "POST /api/cron/upkeep",
      ]) {
        for (const query of [
          {},
          { headers: { authorization: "Bearer wrong" } },
          { query: { secret: env.CRON_SECRET! } },
        ]) {
          const got = await call(request, query);
          expect(got).toMatchObject({
            status: 401,
            body: { msg: "The cron secret is missing or invalid.", status: 401, data: null },
          });
        }
      }
    });

    test("ten concurrent runs decide every pending install exactly once", async () => {
      const app = await aProject();
      const campaign = await aCampaign(app);
      const at = new Date(Date.now() - 60_000);
      const clicks = await Promise.all(
        Array.from({ length: 60 }, () => aClick(app, { campaignId: campaign.id, at })),
      );
      // Stored as by `init`, without starting their decision.
      for (const [i, click] of clicks.entries()) {
        await sql`
          with made as (
            insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, device_data,
              last_open_day)
            values (${app.project.id}, ${newId(new Date())}, ${`i${i}`}, 'INSTALL', 'ANDROID', now(),
              ${JSON.stringify({ install_ref: `cairn_click=${click}` })}::text::jsonb, now()::date)
            returning project_id, id)
          insert into undecided (project_id, install_id) select ${app.project.id}, id from made`;
      }
      const headers = { authorization: `Bearer ${env.CRON_SECRET}` };
      const got = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          call(`${i % 2 ? "GET" : "POST"} /api/cron/attribute`, { headers }),
        ),
      );
      expect(new Set(got.map(({ status }) => status))).toEqual(new Set([200]));
      await expect
        .poll(
          async () => {
            await call("POST /api/cron/attribute", { headers });
            const [row] = await sql`
                select count(*)::int as n from installs where project_id = ${app.project.id} and state = 'PENDING'`;
            return row!.n;
          },
          // Without DNS, the resolver fails only after a while.
        )
        .toBe(0);
      expect(await ledgerOf(app.project.id, campaign.id)).toMatchObject({
        installs: { count: 60, amount: 0 },
        click_through: { count: 60, amount: 0 },
      });
      const [decided] = await sql`
          select count(*)::int as n, max(version) as version from decisions where project_id = ${app.project.id}`;
      expect(decided).toEqual({ n: 60, version: 1 });
    });

    test("an install that always fails is parked after five attempts, and the others are decided", async () => {
      const app = await aProject();
      const insert = (id: string, addressKey: string | null) => sql`
        with made as (
          insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, device_data,
            last_open_day, link)
          values (${app.project.id}, ${newId(new Date())}, ${id}, 'INSTALL', 'ANDROID', now(),
            ${JSON.stringify({ installBeginTimestampServerSeconds: addressKey })}::text::jsonb, now()::date, null)
          returning project_id, id)
        insert into undecided (project_id, install_id) select ${app.project.id}, id from made`;
      await insert("good", null);
      await insert("poison", null);
      await insert("good too", null);
      // Our code never writes such a row. It makes the engine's statement fail.
      await sql`update installs set device_data = 'null'::jsonb where project_id = ${app.project.id}
        and install_instance_id = 'poison'`;
      const headers = { authorization: `Bearer ${env.CRON_SECRET}` };
      for (let i = 0; i < 6; i++) {
        await sql`update undecided set not_before = null where project_id = ${app.project.id}`;
        await call("POST /api/cron/attribute", { headers });
      }
      await expect
        .poll(async () => {
          await sql`update undecided set not_before = null where project_id = ${app.project.id}`;
          await call("POST /api/cron/attribute", { headers });
          const rows = await sql`
              select install_instance_id as id, state from installs where project_id = ${app.project.id} order by 1`;
          return rows.map(({ id, state }) => `${id}: ${state}`);
        })
        .toEqual(["good: DECIDED", "good too: DECIDED", "poison: PARKED"]);
    });
  });
});
