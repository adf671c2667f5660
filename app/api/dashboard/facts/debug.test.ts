import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { newId, randomBase62 } from "@/lib/base/ids";
import { dropEndedWatches } from "@/lib/facts/debug/watch";
import { asServed } from "@/lib/platform/http/testing";
import { erasePerson } from "@/lib/privacy/person";
import { aMember, anAccount, aProject, withoutLimits } from "@/testing/factories";
import { debugRoutes } from "./debug";

const clients = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));

type Watched = {
  device: { link: string | null; install_instance_id: string | null };
  calls: { path: string; status: number; sent: Record<string, unknown>; answer: Record<string, unknown> }[];
};

asServed([debugRoutes, ...clients], (call) => {
  async function anApp() {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("admin", account);
    const base = `/api/dashboard/projects/${app.project.id}/debug`;
    const install = randomBase62(20);
    const post = (name: string, body: object) =>
      call(`POST /api/client/${name}`, { body: { token: app.token, install_instance_id: install, ...body } });
    const watch = async (body: object) => {
      const made = await call(`POST ${base}`, { session, body });
      expect(made.status, made.text).toBe(201);
      return made.body.data.id as string;
    };
    const seen = async (id: string) => (await call(`GET ${base}/${id}`, { session })).body.data as Watched;
    const paths = async (id: string) => (await seen(id)).calls.map(({ path, status }) => `${path} ${status}`);
    return { app, session, base, install, post, watch, seen, paths };
  }

  test("the calls of an ended watch are removed, and those of other watches stay", async () => {
    const { app, install, post, watch, paths } = await anApp();
    const [over, continued] = [await watch({ id: install }), await watch({ id: "another" })];
    await untilSeen(
      () => post("init", { device_data: { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d" } }),
      () => paths(over),
    );
    const stored = () =>
      sql<{ sent: unknown }[]>`select sent from watched_calls where project_id = ${app.project.id}`;
    expect(JSON.stringify(await stored())).not.toContain("38400000");
    const end = async (id: string) => {
      await sql`
        update watched_devices set expires_at = now() - interval '1 second'
        where project_id = ${app.project.id} and id = ${id}::uuid`;
      await sql`update projects set watched_until = now() - interval '1 second' where id = ${app.project.id}`;
      await dropEndedWatches(new Date());
    };
    await end(over);
    expect(await stored()).toEqual([]);
    const left = await sql<{ id: string }[]>`
      select id from watched_devices where project_id = ${app.project.id}`;
    expect(left.map(({ id }) => id)).toEqual([continued]);
  });

  /** Processes notice a watched device after a short delay, so the call is repeated until they do. */
  async function untilSeen(call: () => Promise<unknown>, seen: () => Promise<unknown[]>) {
    const after = async () => {
      await call();
      return (await seen()).length;
    };
    await expect.poll(after, { interval: 100 }).toBeGreaterThan(0);
  }

  test("calls of a watched device are shown with their responses, including rejected and batched ones; other devices' calls are not", async () => {
    const { app, install, post, watch, seen, paths } = await anApp();
    await post("init", {});
    const id = await watch({ id: install });
    await untilSeen(
      () => post("init", {}),
      () => paths(id),
    );
    await post("capture-payment", { amount: "5" });
    const body = { install_instance_id: install, event_name: "hike" };
    await post("batch", { install_instance_id: undefined, calls: [{ path: "capture-event", body }] });
    await post("init", { install_instance_id: "somebody else" });
    await expect.poll(async () => (await paths(id))[0]).toBe("capture-event 200");
    expect(await paths(id)).toContain("capture-payment 400");
    const { calls } = await seen(id);
    expect(calls[0]).toMatchObject({
      sent: body,
      answer: { data: { message: expect.stringContaining("not identified") } },
    });
    expect(JSON.stringify(calls)).not.toContain(app.token);
    expect(JSON.stringify(calls)).not.toContain("somebody else");
  });

  test("a device identifies itself once with the link of a QR code", async () => {
    const { session, base, install, post, watch, seen } = await anApp();
    const id = await watch({ scheme: "MyApp://" });
    const { link } = (await seen(id)).device;
    expect(link).toMatch(/^myapp:\/\/cairn-debug\?t=[A-Za-z0-9]{20}$/);
    const picture = await call(`GET ${base}/${id}/qr.svg`, { session });
    expect(picture.text).toContain("<svg");
    await untilSeen(
      () => post("handle-deeplink", { deeplink_url: link }),
      async () => (await seen(id)).calls,
    );
    expect((await seen(id)).device).toMatchObject({ link: null, install_instance_id: install });
    await post("handle-deeplink", { install_instance_id: "another", deeplink_url: link });
    expect((await seen(id)).device.install_instance_id).toBe(install);
    expect((await call(`GET ${base}/${id}/qr.svg`, { session })).status).toBe(409);
  });

  test("projects without watched devices need no lookup per call", async () => {
    const [unwatched, watched] = [await anApp(), await anApp()];
    const id = newId(new Date());
    await sql`
      insert into watched_devices (project_id, id, install_instance_id, created_by, expires_at)
      values (${unwatched.app.project.id}, ${id}, ${unwatched.install}, 'nobody', now() + interval '1 hour')`;
    const watch = await watched.watch({ id: watched.install });
    await untilSeen(
      async () => {
        await unwatched.post("init", {});
        await watched.post("init", {});
      },
      () => watched.paths(watch),
    );
    expect(await unwatched.paths(id)).toEqual([]);
  });

  test("secrets are not shown, and only the latest 100 calls are", async () => {
    const { app, install, post, watch, seen } = await anApp();
    const id = await watch({ id: install });
    await untilSeen(
      () => post("update-push-token", { push_token: "the push token" }),
      async () => (await seen(id)).calls,
    );
    expect((await seen(id)).calls[0]!.sent).toMatchObject({ push_token: "(14 characters)" });
    for (let i = 0; i < 120; i++) await post("integrations", { integration_info: { i } });
    await expect.poll(async () => (await seen(id)).calls[0]?.sent.integration_info).toEqual({ i: 119 });
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from watched_calls where project_id = ${app.project.id}`;
    expect(row!.n).toBe(100);
  });

  test("recorded calls are deleted when the watch ends, and with an erasure", async () => {
    const { app, session, base, install, post, watch, paths } = await anApp();
    const left = async () =>
      (await sql`select 1 from watched_calls where project_id = ${app.project.id}`).length;
    await post("init", {});
    const first = await watch({ id: install });
    await untilSeen(
      () => post("init", {}),
      () => paths(first),
    );
    expect((await call(`DELETE ${base}/${first}`, { session })).status).toBe(200);
    expect(await left()).toBe(0);
    expect((await call(`GET ${base}/${first}`, { session })).status).toBe(404);
    const second = await watch({ id: install });
    await untilSeen(
      () => post("init", {}),
      () => paths(second),
    );
    await erasePerson(app.project, { user: null, install }, commandLine, new Date());
    expect(await left()).toBe(0);
  });

  test.each<[object, string]>([
    [{}, "Enter a scheme or an ID."],
    [{ id: "a", scheme: "b" }, "Enter a scheme or an ID."],
    [{ id: "  " }, "Enter an ID."],
    [{ scheme: "" }, "Enter the scheme, such as myapp."],
    [{ scheme: "my app" }, "Enter the scheme of your app's links, such as myapp."],
    [{ id: "x".repeat(129) }, "The ID is too long."],
  ])("400 %j", async (body, msg) => {
    const { session, base } = await anApp();
    expect(await call(`POST ${base}`, { session, body })).toMatchObject({ status: 400, body: { msg } });
  });
});
