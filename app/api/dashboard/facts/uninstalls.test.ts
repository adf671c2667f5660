import { afterEach, expect, test } from "vitest";
import { overviewRoutes } from "@/app/api/dashboard/reporting/overview";
import { sql } from "@/db";
import { observePushServices } from "@/lib/alerts/fetch/connections";
import { updatePushToken } from "@/lib/facts/installs/details";
import { probeProject } from "@/lib/facts/uninstalls/run";
import { storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, anInstall, aProject } from "@/testing/factories";
import { anApplePushService } from "@/testing/push/apns";
import { aFirebaseService } from "@/testing/push/fcm";
import { installsRoutes } from "./installs";
import { uninstallsRoutes } from "./uninstalls";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

asServed([uninstallsRoutes, installsRoutes, overviewRoutes], (call) => {
  async function someone() {
    const owner = await anAccount();
    const app = await aProject({ account: owner });
    const { session } = await aMember("admin", owner);
    const base = `/api/dashboard/projects/${app.project.id}`;
    const request = (line: string, more: object = {}) => {
      const [method, path] = line.split(" ");
      return call(`${method} ${base}${path}`, { session, ...more });
    };
    return { app, session, request };
  }

  test("credentials are stored encrypted, never shown, and can be tested, replaced and deleted", async () => {
    const firebase = await aFirebaseService(() => ({ status: 400, code: "INVALID_ARGUMENT" }));
    const apple = await anApplePushService(() => ({ status: 400, reason: "BadDeviceToken" }));
    closing.push(firebase.close, apple.close);
    const { app, request } = await someone();
    expect((await request("GET /uninstalls")).body.data).toEqual({ services: [], tokens: [], more: false });
    expect((await request("POST /uninstalls/fcm/test")).status).toBe(404);
    const texts = [
      await request("PUT /uninstalls/fcm", { body: { credentials: { service_account: firebase.file } } }),
      await request("PUT /uninstalls/apns", { body: { credentials: apple.given } }),
      await request("GET /uninstalls"),
      await request("POST /uninstalls/fcm/test"),
      await request("POST /uninstalls/apns/test"),
    ];
    expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(texts.at(-2)!.body.data).toEqual({
      accepted: true,
      refused: false,
      text: "400 INVALID_ARGUMENT No",
    });
    expect(texts.at(-1)!.body.data).toEqual({
      accepted: true,
      refused: false,
      text: "400 BadDeviceToken",
    });
    expect(texts[2]!.body.data.services).toMatchObject([
      { kind: "fcm", state: "waiting", named: { project_id: "hikes-1a2b" }, problem: null },
      { kind: "apns", state: "waiting", named: { key_id: "ABC123DEFG", topic: "com.example.hikes" } },
    ]);
    const stored = await sql<{ credentials: Buffer; row: string }[]>`
      select s.credentials, (to_jsonb(s) - 'credentials')::text as row from push_services s where s.project_id = ${app.project.id}`;
    const audit =
      await sql`select action, detail from audit_log where project_id = ${app.project.id} order by id`;
    const everything = [
      ...texts.map(({ text }) => text),
      ...stored.map(({ row, credentials }) => `${row} ${credentials.toString("latin1")}`),
      JSON.stringify(audit),
    ].join("\n");
    for (const secret of [firebase.account.private_key, apple.given.key])
      expect(everything).not.toContain(secret.split("\n")[1]);
    const removed = await request("DELETE /uninstalls/fcm");
    expect(removed.body.data.services).toMatchObject([{ kind: "apns" }]);
    expect((await request("DELETE /uninstalls/fcm")).status).toBe(404);
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["uninstalls.connect", "uninstalls.connect"]),
    );
  });

  test.each([
    [
      "fcm",
      { service_account: "{}" },
      { "credentials.service_account": expect.stringContaining("service account") },
    ],
    [
      "apns",
      { key: "x", key_id: "ABC123DEFG", team_id: "TEAM123456" },
      {
        "credentials.key": expect.stringContaining(".p8"),
        "credentials.topic": "The bundle ID is required.",
      },
    ],
  ])(
    "400 incomplete credentials of %s are reported next to their field",
    async (kind, credentials, errors) => {
      const { request } = await someone();
      const got = await request(`PUT /uninstalls/${kind}`, { body: { credentials } });
      expect(got.status).toBe(400);
      expect(got.body.errors).toEqual(errors);
      expect((await request("GET /uninstalls")).body.data.services).toEqual([]);
    },
  );

  test("400 another kind of service", async () => {
    const { request } = await someone();
    expect((await request("PUT /uninstalls/sms", { body: { credentials: {} } })).status).toBe(400);
  });

  test("rejected credentials of a service are shown in its settings, in the overview and to alert rules", async () => {
    const firebase = await aFirebaseService(() => ({ status: 200 }));
    closing.push(firebase.close);
    const { app, request } = await someone();
    await request("PUT /uninstalls/fcm", { body: { credentials: { service_account: firebase.file } } });
    expect(await observePushServices(app.project)).toMatchObject([
      { label: "Firebase", seen: { is: "inside" } },
    ]);
    const { instance } = await anInstall(app, (await aCampaign(app)).id);
    await updatePushToken(app.project.id, { install_instance_id: instance, push_token: "a:b" }, new Date());
    const later = new Date(Date.now() + 3 * 86_400_000);
    const probe = (at: Date) =>
      probeProject(
        app.project.id,
        () => false,
        () => at,
      );
    // Temporary failures cause no alert until the third consecutive one.
    firebase.google.refuses = { status: 503, error: "unavailable" };
    for (const [hours, is] of [
      [-3, "inside"],
      [-2, "inside"],
      [-1, "outside"],
    ] as const) {
      await probe(new Date(later.getTime() + hours * 3_600_000));
      expect(await observePushServices(app.project)).toMatchObject([{ seen: { is } }]);
    }
    firebase.google.refuses = { status: 400, error: "invalid_grant" };
    await probe(later);
    const { items } = (await request("GET /overview/attention")).body.data;
    expect(items).toContainEqual(
      expect.objectContaining({ kind: "push_stopped", name: "Firebase", since: later.toISOString() }),
    );
    expect(await observePushServices(app.project)).toMatchObject([
      { seen: { is: "outside", text: "Uninstalls can't be checked. Google: 400 invalid_grant" } },
    ]);
  });

  test("an uninstalled install's page shows the day and the service's response, and lists filter by that day", async () => {
    const { app, request } = await someone();
    const campaign = await aCampaign(app);
    const uninstalled = await anInstall(app, campaign.id);
    const other = await anInstall(app, campaign.id);
    const openedAt = new Date("2026-06-01T12:00:00Z");
    for (const { instance } of [uninstalled, other]) {
      await sql`update installs set last_open_at = ${openedAt} where project_id = ${app.project.id}`;
      await updatePushToken(app.project.id, { install_instance_id: instance, push_token: "a:b" }, openedAt);
    }
    const probes = [
      { at: "2026-06-05T12:00:00.000Z", is: "unregistered" as const, text: "404 UNREGISTERED" },
    ];
    const uninstalledAt = new Date("2026-06-03T12:00:00Z");
    const probed = { token_at: openedAt, next_at: null, answered: true };
    await storeProbed(
      app.project.id,
      [
        {
          ...probed,
          instance: uninstalled.instance,
          probe: { ended: "unregistered", responses: probes },
          gone_at: uninstalledAt,
        },
        { ...probed, instance: other.instance, probe: { responses: [] }, gone_at: null },
      ],
      new Date("2026-06-05T12:00:00Z"),
    );
    const page = (await request(`GET /installs/${uninstalled.id}`)).body.data;
    expect(page.install).toMatchObject({ uninstalled_at: uninstalledAt.toISOString(), probes });
    // As an earlier version stored it.
    const earlier = probes.map(({ at, text }) => ({ at, is: "gone", words: text }));
    await sql`update install_details set probe = ${JSON.stringify({ ended: "gone", said: earlier })}::text::jsonb
      where project_id = ${app.project.id} and install_instance_id = ${uninstalled.instance}`;
    expect((await request(`GET /installs/${uninstalled.id}`)).body.data.install).toMatchObject({ probes });
    expect(page.timeline).toContainEqual(
      expect.objectContaining({ kind: "uninstall", at: uninstalledAt.toISOString() }),
    );
    const ids = async (uninstalled: string) =>
      (await request("GET /installs", { query: { uninstalled } })).body.data.installs.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids("yes")).toEqual([uninstalled.id]);
    expect(await ids("no")).toEqual([other.id]);
    expect(await ids("2026-06-03..2026-06-03")).toEqual([uninstalled.id]);
    expect(await ids("2026-06-04..")).toEqual([]);
    expect(await ids("..2026-06-03")).toEqual([uninstalled.id]);
    for (const uninstalled of ["maybe", "..", "2026-02-31..", "2026-06-03"])
      expect((await request("GET /installs", { query: { uninstalled } })).status, uninstalled).toBe(400);
  });
});
