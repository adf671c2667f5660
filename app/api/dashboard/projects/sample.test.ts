import { afterAll, expect, test } from "vitest";
import { meRoutes } from "@/app/api/dashboard/accounts/me";
import { destinationsRoutes } from "@/app/api/dashboard/outbound/destinations";
import { domainsRoutes } from "@/app/api/dashboard/traffic/domains";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { withLease } from "@/lib/platform/jobs/lease";
import { fillSamples } from "@/lib/sample/fill";
import { aMember, anAccount, aProject, ledgerOf } from "@/testing/factories";
import { projectsRoutes } from "./projects";

asServed([projectsRoutes, meRoutes, domainsRoutes, destinationsRoutes], (call) => {
  async function anAdmin() {
    const account = await anAccount();
    const { session } = await aMember("admin", account);
    return { account, session, path: `/api/dashboard/accounts/${account}/sample-project` };
  }
  const body = { time_zone: "Europe/Berlin" };

  async function aSample() {
    const admin = await anAdmin();
    const got = await call(`POST ${admin.path}`, { session: admin.session, body });
    expect(got).toMatchObject({ status: 201, body: { data: { name: "Trailhead (sample)" } } });
    const { id } = got.body.data;
    return { ...admin, id, project: `/api/dashboard/projects/${id}` };
  }

  test("an admin adds one sample project per account, which is marked everywhere; others may not", async () => {
    const { account, session, path, id, project } = await aSample();
    expect(await call(`POST ${path}`, { session, body })).toMatchObject({
      status: 409,
      body: { msg: "The account already has a sample project." },
    });
    const marketer = await aMember("marketer", account);
    expect((await call(`POST ${path}`, { session: marketer.session, body })).status).toBe(403);
    const real = await aProject({ account });
    const { projects } = (await call("GET /api/dashboard/me", { session })).body.data;
    expect(new Map(projects.map((each: { id: number; sample: boolean }) => [each.id, each.sample]))).toEqual(
      new Map([
        [id, true],
        [real.project.id, false],
      ]),
    );
    const shown = async (at: string) => (await call(`GET ${at}`, { session })).body.data.sample;
    // Upkeep in another test may have begun.
    expect(await shown(project)).toEqual({ days: expect.any(Number), of: 30 });
    expect(await shown(`/api/dashboard/projects/${real.project.id}`)).toBeNull();
  });

  test("its activity is made in the background: each run continues after the last complete day", async () => {
    await alone(async () => {
      const { session, id, project } = await aSample();
      await sql`update projects set sample_days = 27 where id = ${id}`;
      const days = async () => (await call(`GET ${project}`, { session })).body.data.sample.days;
      await fillOne(id);
      expect(await days()).toBe(28);
      const first = await ledgerOf(id);
      expect(first.clicks?.count).toBeGreaterThan(0);
      expect(first.installs?.count).toBeGreaterThan(0);
      await fillOne(id);
      await fillOne(id);
      expect(await days()).toBe(30);
      const all = await ledgerOf(id);
      expect(all.installs?.count).toBeGreaterThan(first.installs!.count);
      expect(all.spend?.amount).toBeGreaterThan(0);
      const shown = await call(`GET ${project}`, { session });
      expect(shown.body.data).toMatchObject({ has_figures: true, has_installs: true });
      const [waiting] = await sql<{ tokens: number }[]>`
        select count(*)::int as tokens from apple_tokens where project_id = ${id}`;
      expect(waiting, "Apple is queried about no install of it").toEqual({ tokens: 0 });
      await fillOne(id);
      expect(await ledgerOf(id)).toEqual(all);
    });
  });

  /** Another test's upkeep would fill the sample, too. */
  async function alone(work: () => Promise<void>) {
    const held = () => withLease("samples", 600_000, () => work().then(() => ({})));
    while ((await held()) === null);
  }

  // The upkeep of other tests does not fill what is left.
  afterAll(async () => {
    await sql`update projects set deleted_at = now() where sample_days is not null and deleted_at is null`;
  });

  /** Other tests' samples wait meanwhile, so that this one is the next. */
  async function fillOne(id: number) {
    await sql`update projects set deleted_at = now() where sample_days is not null and id <> ${id}
      and deleted_at is null`;
    await fillSamples(0);
  }

  test.each([
    ["domains", { host: "go.example.com" }],
    [
      "destinations",
      { kind: "webhook", name: "Ours", mode: "live", settings: { url: "https://example.com" } },
    ],
  ])("403 for new %s: it receives no links and sends nothing", async (what, input) => {
    const { session, project } = await aSample();
    expect(await call(`POST ${project}/${what}`, { session, body: input })).toMatchObject({
      status: 403,
      body: { msg: expect.stringContaining("A sample project receives no links and sends nothing") },
    });
  });

  test("an admin removes it at once and can add another one; a real project is not removed this way", async () => {
    const { account, session, path, id, project } = await aSample();
    const removed = await call(`DELETE ${project}/sample`, { session });
    expect(removed).toMatchObject({ status: 200, body: { data: { name: "Trailhead (sample)" } } });
    expect((await call(`GET ${project}`, { session })).status).toBe(404);
    const due =
      await sql`select project_id from project_removals where project_id = ${id} and remove_after <= now()`;
    expect(due).toHaveLength(1);
    expect((await call(`POST ${path}`, { session, body })).status).toBe(201);
    const real = await aProject({ account });
    const at = `/api/dashboard/projects/${real.project.id}`;
    expect(await call(`DELETE ${at}/sample`, { session })).toMatchObject({
      status: 404,
      body: { msg: "This is not a sample project." },
    });
    expect((await call(`GET ${at}`, { session })).status).toBe(200);
  });
});
