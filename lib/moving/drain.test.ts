import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "@/db";
import { plainClient } from "@/db/client/plain-client";
import { commandLine } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import { PendingLoop } from "@/lib/attribution/decisions/decide-pending";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { reassignFacts } from "@/lib/attribution/reassign-queries";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { isFrozenError } from "@/lib/base/database-failure";
import { newId } from "@/lib/base/ids";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { dropAdvertisingIds, storeConsents } from "@/lib/facts/consent/queries";
import { noConsentSignals } from "@/lib/facts/consent/signals";
import { captureEvent } from "@/lib/facts/events/capture";
import { addIntegrations, updatePushToken } from "@/lib/facts/installs/details";
import { storeInstall } from "@/lib/facts/installs/register";
import { reportDevice } from "@/lib/facts/installs/report-device";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayment } from "@/lib/facts/payments/remove";
import { identify, setUserData } from "@/lib/facts/users/identify";
import { recordWebEvent } from "@/lib/facts/web/record";
import { readMoment } from "@/lib/ledger/horizon-queries";
import { refuseSilentSpools, whenDrained } from "@/lib/moving/drain";
import { movedTables } from "@/lib/moving/tables";
import { queueLeasePrefix } from "@/lib/outbound/send/run";
import { deleteProject } from "@/lib/projects/deletion/delete";
import { freezeProject } from "@/lib/projects/move/move";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { type AProject, aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { instances } from "@/testing/instances";

/** Spool files belong to the whole instance. */
let all: Awaited<ReturnType<typeof instances>>;
beforeAll(async () => {
  all = await instances();
});
afterAll(() => all.end());

let app: AProject;
let user: Awaited<ReturnType<typeof anAttributedUser>>;
let campaign: number;
beforeEach(async () => {
  app = await aProject({ currency: "USD" });
  campaign = (await aCampaign(app)).id;
  user = await anAttributedUser(app, campaign);
  await capturePayment(app.project, aPayment("before"), request());
  await storeInstall(
    app.project,
    { install_instance_id: "pending", platform: "ANDROID" } as never,
    request(),
  );
  await sql`
    insert into pending_reassignments (project_id, install_id, xid)
    select ${app.project.id}::bigint, id, pg_current_xact_id()::text::bigint from installs
    where project_id = ${app.project.id} and install_instance_id = ${user.instance}`;
});

const request = () => ({ userAgent: null, address: "198.51.100.7", now: new Date() });
const from = () => ({ install_instance_id: user.instance, user_id: user.userId });
const anEvent = () => ({ ...from(), event_name: "opened", event_data: {}, platform: "ANDROID" }) as never;
const aPayment = (id: string) =>
  ({
    ...from(),
    payment_id: id,
    type: "DEFAULT",
    status: "PAYMENT_COMPLETED",
    amount: 5,
    platform: "ANDROID",
  }) as never;
const aVisitor = () =>
  ({
    web_id: "w".repeat(20),
    event_id: "e1",
    type: "page",
    page: "https://a.example/",
    first: null,
    last: null,
  }) as never;

const rows = async ({ project }: AProject) => {
  const counted: Record<string, unknown> = {};
  for (const table of movedTables)
    counted[table] = await sql`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql(table)} t where t.project_id = ${project.id}`;
  return counted;
};

/** Calls that were accepted before the project was frozen. */
const stores: Record<string, () => Promise<unknown>> = {
  "an event": () => captureEvent(app.project, anEvent(), request()),
  "ad revenue": () =>
    captureAdRevenue(
      app.project,
      { ...from(), amount: 0.5, impressions: 1 },
      { ...request(), source: "server" },
    ),
  "a payment": () => capturePayment(app.project, aPayment("after"), request()),
  "a refund": () => removePayment(app.project, { payment_id: "before" }, new Date()),
  "a first open": () =>
    storeInstall(app.project, { install_instance_id: "new", platform: "ANDROID" } as never, request()),
  "a later open": () =>
    storeInstall(
      app.project,
      { install_instance_id: user.instance, platform: "ANDROID", app_version: "2.0" } as never,
      request(),
    ),
  "a user": () => identify(app.project, { ...from(), user_data: { id: "someone" } } as never, request()),
  "a user's details": () =>
    setUserData(app.project.id, { token: "", user_data: { id: user.userId, name: "Ada" } }, new Date()),
  "device data": () =>
    reportDevice(app.project, { ...from(), device_data: { os_version: "15", model: "Pixel 9" } }, request()),
  "a consent": () =>
    storeConsents([
      {
        ...noConsentSignals,
        project_id: app.project.id,
        id: newId(new Date()),
        at: new Date(),
        instance: user.instance,
        source: "app",
        eea: true,
      },
    ]),
  "a withdrawal": () => dropAdvertisingIds(app.project.id, [user.instance], new Date()),
  "a push token": () => updatePushToken(app.project.id, { ...from(), push_token: "t" }, new Date()),
  "ids of other services": () =>
    addIntegrations(app.project.id, { ...from(), integration_info: { a: 1 } }, new Date()),
  "an opened link": () =>
    openDeeplink(app.project, { ...from(), deeplink_url: "myapp://there" } as never, new Date()),
  "a website's visitor": () =>
    recordWebEvent(app.project.id, aVisitor(), {
      header: () => null,
      address: "198.51.100.7",
      now: new Date(),
    }),
  "a click": () =>
    storeClicks([
      {
        project_id: app.project.id,
        id: newId(new Date()),
        clicked_at: new Date(),
        kind: "click",
        campaign_id: campaign,
        platform: "ANDROID",
      },
    ]),
  "a member's change": () => aCampaign(app),
  "a decision": () =>
    new PendingLoop(
      app.project,
      attributionRulesOf(app.project.settings.attribution),
      { until: () => false, now: () => new Date(Date.now() + 86_400_000), extend: async () => {} },
      10,
    ).toTheEnd(),
  "what follows from a decision": async () =>
    reassignFacts(app.project.id, (await readMoment()).snapshot, 10),
};

test.each(Object.keys(stores))("a frozen project stores nothing: %s", async (what) => {
  await freezeProject(app.project, commandLine);
  const before = await rows(app);
  await expect(stores[what]!()).rejects.toSatisfy(isFrozenError);
  expect(await rows(app)).toEqual(before);
});

test.each(Object.keys(stores))("a project that is not frozen stores it: %s", async (what) => {
  const before = await rows(app);
  await stores[what]!();
  // There is no earlier consent to withdraw.
  if (what !== "a withdrawal") expect(await rows(app)).not.toEqual(before);
});

test("exporting a list of a frozen project is logged, and a frozen project can be deleted", async () => {
  await freezeProject(app.project, commandLine);
  const of = { account: app.project.accountId, project: app.project.id };
  await insertEntry(commandLine, { ...of, action: "person.export-list" });
  await expect(insertEntry(commandLine, { ...of, action: "campaign.create" })).rejects.toSatisfy(
    isFrozenError,
  );
  expect(await deleteProject(app.project, app.project.name, commandLine, new Date())).toMatchObject({
    name: app.project.name,
  });
});

test("calls that share a batch with a frozen project are stored", async () => {
  const other = await aProject();
  const they = await anAttributedUser(other, (await aCampaign(other)).id);
  await freezeProject(app.project, commandLine);
  const named = { install_instance_id: they.instance, user_id: they.userId, event_name: "opened" };
  const captured = await Promise.allSettled(
    [0, 1, 2].flatMap(() => [
      captureEvent(app.project, anEvent(), request()),
      captureEvent(other.project, named as never, request()),
    ]),
  );
  expect(captured.map(({ status }) => status)).toEqual([0, 1, 2].flatMap(() => ["rejected", "fulfilled"]));
});

test("the copy contains what was acknowledged and nothing that was rejected, however busy the project is", async () => {
  const acknowledged = new Set<number>();
  const failed: unknown[] = [];
  let next = 0;
  const caller = async () => {
    for (;;) {
      const n = next++;
      try {
        await captureEvent(
          app.project,
          { ...from(), event_name: "opened", event_data: { n } } as never,
          request(),
        );
        acknowledged.add(n);
      } catch (error) {
        failed.push(error);
        return;
      }
    }
  };
  const callers = Array.from({ length: 16 }, caller);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(500);
  await freezeProject(app.project, commandLine);
  await whenDrained(app.project.id, noted());
  const copied = await sql<{ n: number }[]>`
    select (data ->> 'n')::int as n from events where project_id = ${app.project.id} order by 1`;
  await Promise.all(callers);
  expect(copied.map(({ n }) => n)).toEqual([...acknowledged].sort((a, b) => a - b));
  expect(failed).toHaveLength(16);
  expect(failed.every(isFrozenError)).toBe(true);
});

const noted = () => {
  const lines: string[] = [];
  return { lines, progress: (line: string) => void lines.push(line) };
};

test("freezing waits for statements that store, but not for readers", async () => {
  const [writer, reader] = [plainClient(), plainClient()];
  try {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const writing = writer.begin(async (tx) => {
      // Like a batch that checked the project just before.
      await tx`update users set name = 'Ada' where project_id = ${app.project.id} and projects_writable(array[${app.project.id}::bigint])`;
      begun.resolve();
      await end.promise;
    });
    const reading = reader.begin(async (tx) => {
      await tx`select from users where project_id = ${app.project.id}`;
      await end.promise;
    });
    await begun.promise;
    await freezeProject(app.project, commandLine);
    const { lines, progress } = noted();
    const quiet = whenDrained(app.project.id, { progress });
    await expect.poll(() => lines).toEqual(["Waiting for statements that are storing facts."]);
    expect(await Promise.race([quiet.then(() => "quiet"), writing, Promise.resolve("waiting")])).toBe(
      "waiting",
    );
    // A later transaction is not waited for, because it stores nothing of the project.
    const later = plainClient();
    const [busy, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = later.begin(async (tx) => {
      await tx`update accounts set name = name where id = ${app.project.accountId}`;
      busy.resolve();
      await ended.promise;
    });
    await busy.promise;
    end.resolve();
    await writing;
    await quiet;
    ended.resolve();
    await Promise.all([other, reading]);
    await later.end();
  } finally {
    await Promise.all([writer.end(), reader.end()]);
  }
});

test("deliveries in progress are awaited for at most a minute", async () => {
  await freezeProject(app.project, commandLine);
  const task = `${queueLeasePrefix(app.project.id)}1`;
  await sql`
    insert into task_leases (task, holder, lease_until, last_started_at)
    values (${task}, 'somebody', now() + interval '1 minute', now())`;
  const { lines, progress } = noted();
  const line = "Waiting for deliveries and emails in progress.";
  await expect(whenDrained(app.project.id, { progress, timeoutMs: 200 })).rejects.toThrow(line);
  expect(lines).toEqual([line]);
  await sql`update task_leases set holder = null where task = ${task}`;
  await whenDrained(app.project.id, { progress });
});

test("spooled clicks are awaited, and a silent machine is named", async () => {
  const folder = "/var/lib/cairn/spool";
  const id = newId(new Date());
  const spool = (bytes: number, ago: string) => sql`
    insert into click_spools (id, host, folder, bytes, reported_at)
    values (${id}, 'web-1', ${folder}, ${bytes}, now() - ${ago}::interval)
    on conflict (id) do update set bytes = excluded.bytes, reported_at = excluded.reported_at`;
  try {
    await spool(0, "40 seconds");
    const silent =
      "The disk of web-1 (/var/lib/cairn/spool) may have unsaved clicks, and its process has not reported for 4";
    await expect(refuseSilentSpools()).rejects.toThrow(silent);
    await spool(0, "2 seconds");
    await refuseSilentSpools();
    await freezeProject(app.project, commandLine);
    const waiting = async (line: string) => {
      const { lines, progress } = noted();
      await expect(whenDrained(app.project.id, { progress, timeoutMs: 0 })).rejects.toThrow(line);
      expect(lines).toEqual([]);
    };
    // The process may have accepted a click since, and may not know of the freeze.
    const report = "Waiting for web-1 (/var/lib/cairn/spool) to report an empty spool.";
    await spool(0, "0 seconds");
    await waiting(report);
    await spool(70, "0 seconds");
    await waiting("Waiting for clicks on the disk of web-1 (/var/lib/cairn/spool) to reach the database.");
    await spool(0, "0 seconds");
    const { lines, progress } = noted();
    const quiet = whenDrained(app.project.id, { progress });
    await expect.poll(() => lines).toEqual([report]);
    await spool(0, "0 seconds");
    await quiet;
    await spool(0, "40 seconds");
    await expect(whenDrained(app.project.id, noted())).rejects.toThrow(silent);
    await whenDrained(app.project.id, { ...noted(), withoutSpools: true });
  } finally {
    await sql`delete from click_spools where id = ${id}`;
  }
});
