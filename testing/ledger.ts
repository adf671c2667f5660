import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { type Sql, sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { attributeProject } from "@/lib/attribution/attribute";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { reassignProject } from "@/lib/attribution/reassign";
import { addDevices, removeDevice, storeMark, unmarkDevice } from "@/lib/attribution/test-devices/queries";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureEvent } from "@/lib/facts/events/capture";
import { updatePushToken } from "@/lib/facts/installs/details";
import { instancesAndDevicesOf } from "@/lib/facts/installs/forget";
import { renameInstances } from "@/lib/facts/installs/forget-queries";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { type CheckState, checkStates } from "@/lib/facts/payments/store-purchases";
import { statusOf } from "@/lib/facts/purchases/evaluate";
import { stateOnly } from "@/lib/facts/purchases/refund";
import { settlePayments } from "@/lib/facts/purchases/settle-queries";
import { storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { identify } from "@/lib/facts/users/identify";
import { compactDay } from "@/lib/ledger/compaction-queries";
import { paymentTypes } from "@/lib/ledger/payment-types";
import { queueReassignment } from "@/lib/ledger/queries";
import { correctLedger } from "@/lib/ledger/rebuild-queries";
import { type AProject, aCampaign, aClick, aProject } from "@/testing/factories";

/** Random histories in zones whose days have 23, 24 and 25 hours. */
const start = Date.parse("2026-03-27T20:00:00Z");
export const ledgerZones = [
  "UTC",
  "Asia/Kolkata",
  "America/St_Johns",
  "Europe/Berlin",
  "Australia/Lord_Howe",
];

const instance = fc.constantFrom("i1", "i2", "i3", "i4");
const user = fc.constantFrom("u1", "u2", "u3");
const minutes = fc.integer({ min: 0, max: 4 * 24 * 60 });
/** Revenue is counted by day up to 30 days after the install, and later in steps up to 180 days. */
const laterDays = fc.constantFrom(29, 30, 31, 32, 60, 61, 90, 91, 180, 181, 400);
const minutesOfPayment = fc.oneof(
  { arbitrary: minutes, weight: 3 },
  fc.tuple(laterDays, minutes).map(([days, more]) => days * 24 * 60 + (more % 60)),
);
export const arbitraryStep = fc.oneof(
  fc.record(
    {
      do: fc.constant("init" as const),
      instance,
      click: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
      country: fc.constantFrom("IN", "DE"),
      minutes,
    },
    { requiredKeys: ["do", "instance", "click", "minutes"] },
  ),
  fc.record({
    do: fc.constant("trigger" as const),
    instance: fc.option(instance, { nil: null }),
    user,
    minutes,
  }),
  fc.record({
    do: fc.constant("event" as const),
    instance: fc.option(instance, { nil: null }),
    user: fc.option(user, { nil: null }),
    name: fc.constantFrom("view", "buy"),
    amount: fc.constantFrom(null, 1.5, 2),
    minutes,
  }),
  fc.record(
    {
      do: fc.constant("pay" as const),
      user,
      payment: fc.option(fc.constantFrom("p1", "p2", "p3"), { nil: null }),
      type: fc.constantFrom(...paymentTypes),
      status: fc.constantFrom(
        "PAYMENT_COMPLETED" as const,
        "PAYMENT_COMPLETED" as const,
        "PAYMENT_FAILED" as const,
      ),
      amount: fc.integer({ min: 0, max: 5000 }),
      refunds: fc.constantFrom("p1" as const, "p2" as const, "p3" as const),
      minutes: minutesOfPayment,
    },
    { requiredKeys: ["do", "user", "payment", "type", "status", "amount", "minutes"] },
  ),
  fc.record({
    do: fc.constant("ad" as const),
    instance: fc.option(instance, { nil: null }),
    user: fc.option(user, { nil: null }),
    id: fc.option(fc.constantFrom("a1", "a2"), { nil: null }),
    network: fc.constantFrom("AdMob", "AppLovin"),
    amount: fc.constantFrom(0.000123, 0.5),
    hourly: fc.boolean(),
    minutes: minutesOfPayment,
  }),
  fc.record({
    do: fc.constant("remove" as const),
    payment: fc.option(fc.constantFrom("p1", "p2", "p3"), { nil: null }),
    user,
  }),
  fc.record({
    do: fc.constant("settle" as const),
    payment: fc.constantFrom("p1", "p2", "p3"),
    state: fc.constantFrom(...checkStates),
    amount: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: null }),
  }),
  fc.record({
    do: fc.constant("open" as const),
    instance,
    campaign: fc.option(fc.integer({ min: 0, max: 1 }), { nil: null }),
    ad: fc.constantFrom(
      "",
      "?ad_set_id=back",
      "?ad_set_id=back&ad_id=video",
      "?keyword_id=tents",
      "?site_id=blog",
    ),
    minutes,
  }),
  fc.record({ do: fc.constant("probe" as const), instance, gone: fc.boolean(), minutes }),
  fc.record({ do: fc.constant("decide" as const) }),
  fc.record({
    do: fc.constant("again" as const),
    instance,
    campaign: fc.option(fc.integer({ min: 0, max: 1 }), { nil: null }),
  }),
  fc.record({ do: fc.constant("mark" as const), instance, test: fc.boolean() }),
  fc.record({ do: fc.constant("list" as const), instance, listed: fc.boolean() }),
  fc.record({ do: fc.constant("forget" as const), instance }),
  fc.record({ do: fc.constant("move" as const) }),
  fc.record({ do: fc.constant("fold" as const) }),
  fc.record({ do: fc.constant("rebuild" as const) }),
);
export type LedgerStep = typeof arbitraryStep extends fc.Arbitrary<infer S> ? S : never;

/** A user who returns through a campaign's link; some of the later payments follow the return. */
export const stepsOfReturn: LedgerStep[] = [
  { do: "init", instance: "i1", click: 0, country: "IN", minutes: 5 },
  { do: "trigger", instance: "i1", user: "u1", minutes: 6 },
  { do: "init", instance: "i1", click: null, country: "DE", minutes: 100 },
  { do: "open", instance: "i1", campaign: 1, ad: "?ad_set_id=back&ad_id=video", minutes: 101 },
];

/** Stores a new decision of the install, as after a change of rules. */
async function decideAgain(app: AProject, id: string, campaign: number | null) {
  await sql`
    with changed as (
      update installs s set decision_version = s.decision_version + 1, method = 'x', campaign_id = ${campaign},
        touch = ${campaign ? "CLICK" : null},
        reinstall_days = (select c.reengagement_days from campaigns c
          where c.project_id = ${app.project.id} and c.id = ${campaign}::bigint),
        ad_set_id = ${campaign ? "again" : null}, publisher_id = ${campaign ? "other site" : null}, flags = ${campaign ? ["test"] : null}::text[], decided_at = now()
      from decisions d
      where s.project_id = ${app.project.id} and s.install_instance_id = ${id}
        and d.project_id = ${app.project.id} and d.install_id = s.id and d.version = s.decision_version
      returning s.*
    ),
    pending_reassignments as (${queueReassignment(app.project.id, sql`select id from changed`)}),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
        method, reason, confidence, counted, kind, touch, ad_set_id, publisher_id, flags, candidates, evidence)
      select ${app.project.id}, id, decision_version, now(), 'test', 'x', campaign_id, 'x', 'x', 1, not is_test, kind, touch,
        ad_set_id, publisher_id, flags, '[]', '{}' from changed
    ),
    before as (
      select d.*, c.installed_at, c.platform, c.country, c.install_version from changed c
      join decisions d on d.project_id = ${app.project.id} and d.install_id = c.id
        and d.version = c.decision_version - 1
    ),
    signed as (
      select installed_at, platform, country, install_version, kind, touch, campaign_id, ad_set_id, publisher_id, flags,
        1 as sign
      from changed
      where not is_test
      union all select installed_at, platform, country, install_version, kind, touch,
        case when method = 'reinstall' then null else campaign_id end,
        case when method = 'reinstall' then null else ad_set_id end,
        case when method = 'reinstall' then null else publisher_id end, flags, -1 from before where counted
    )
    insert into ledger (project_id, day, campaign_id, measure, platform, country, install_version, ad_set_id,
      publisher_id, count)
    select ${app.project.id}, (installed_at at time zone ${app.project.timeZone})::date, coalesce(campaign_id, 0),
      measure, platform, coalesce(country, ''), coalesce(install_version, ''), coalesce(ad_set_id, ''),
      coalesce(publisher_id, ''), sign
    from signed cross join lateral (values (case kind when 'REINSTALL' then 'reinstalls' else 'installs' end),
      (case when touch is not null and kind = 'INSTALL' then 'click_through' end),
      (case when flags is not null and kind = 'INSTALL' then 'suspicious' end)) m(measure)
    where measure is not null`;
}

/** Two instances on each of two devices. */
const deviceOf = (name: string) =>
  `0b0f6e4c-1d1c-4d43-b1e1-00000000000${name === "i1" || name === "i2" ? 1 : 2}`;

async function withInstall(app: AProject, name: string, then: (id: string) => Promise<unknown>) {
  const [row] = await sql<{ id: string }[]>`
    select id from installs where project_id = ${app.project.id} and install_instance_id = ${name}`;
  if (row) await then(row.id);
}

/** Stores the result of a store's check, as it counts in a project that requires checks. */
async function settle({ project }: AProject, payment: string, state: CheckState, amount: number | null) {
  const rows = await sql<{ id: string }[]>`
    select id from payments where project_id = ${project.id} and payment_id = ${payment}`;
  const results = rows.map((row) => ({
    ...stateOnly(project.id, row, state),
    status: statusOf(state, "require"),
    amount,
    currency: amount === null ? null : project.currency,
  }));
  await settlePayments(project.id, results);
}

async function erase({ project }: AProject, installId: string) {
  const known = await instancesAndDevicesOf(project.id, installId);
  const aliases = (names: string[]) => names.map((name) => ({ name, alias: `forgotten-${randomUUID()}` }));
  const names = { installId, instances: aliases(known.instances), devices: aliases(known.device_ids) };
  // Facts of these histories have fixed times, so the erasure must be later.
  for (let i = 0; i < 2; i++) await renameInstances(project, names, commandLine, new Date("2100-01-01"));
}

export type LedgerStage = { app: AProject; campaigns: number[]; links: string[]; clicks: string[] };

/** A project with two campaigns and clicks on their links. */
export async function aLedgerStage(timeZone: string): Promise<LedgerStage> {
  const app = await aProject({ timeZone });
  const made = [await aCampaign(app), await aCampaign(app)];
  const campaigns = made.map(({ id }) => id);
  const links = made.map(({ displayId }) => `https://${app.domain}/${displayId}`);
  const clicks = await Promise.all(
    [0, 1, 1].map((which) =>
      aClick(app, {
        campaignId: campaigns[which]!,
        at: new Date(start - 60_000),
        adSetId: `set ${which}`,
        ...(which === 0 && { publisherId: "com.game" }),
        country: "IN",
      }),
    ),
  );
  return { app, campaigns, links, clicks };
}

export async function playSteps(
  { app, campaigns, links, clicks }: LedgerStage,
  steps: LedgerStep[],
  parallel: boolean,
): Promise<void> {
  const { project } = app;
  const perform = async (one: LedgerStep): Promise<unknown> => {
    const now = new Date(start + ("minutes" in one ? one.minutes : 0) * 60_000);
    const context = { userAgent: null, now };
    switch (one.do) {
      case "init":
        return registerInstall(
          project,
          {
            token: "",
            install_instance_id: one.instance,
            platform: "ANDROID",
            app_version: one.minutes % 3 === 0 ? undefined : `1.${one.minutes % 3}`,
            device_data: {
              gaid: deviceOf(one.instance),
              ...(one.click === null ? {} : { install_ref: `cairn_click=${clicks[one.click]}` }),
            },
          },
          { ...context, address: "203.0.113.7", country: one.country ?? null },
        );
      case "trigger":
        return identify(
          project,
          { token: "", user_data: { id: one.user }, install_instance_id: one.instance ?? undefined },
          context,
        );
      case "event":
        return captureEvent(
          project,
          {
            token: "",
            event_name: one.name,
            event_data: { amount: one.amount },
            install_instance_id: one.instance ?? undefined,
            user_id: one.user ?? undefined,
          },
          context,
        );
      case "pay":
        return capturePayment(
          project,
          {
            token: "",
            amount: one.amount / 100,
            user_id: one.user,
            payment_id: one.payment ?? undefined,
            refunded_payment_id: one.refunds,
            type: one.type,
            status: one.status,
          },
          context,
        );
      case "ad":
        return captureAdRevenue(
          { ...project, settings: { ad_revenue_hourly: one.hourly } },
          {
            token: "",
            amount: one.amount,
            impressions: 1,
            currency: undefined,
            network: one.network,
            install_instance_id: one.instance ?? undefined,
            user_id: one.user ?? undefined,
            impression_id: one.id ?? undefined,
          },
          { source: "app", ...context },
        );
      case "remove":
        return removePayments(
          project.id,
          one.payment ? { paymentId: one.payment } : { userId: one.user },
          now,
        );
      case "settle":
        return settle(app, one.payment, one.state, one.amount);
      case "open":
        return openDeeplink(
          project,
          {
            token: "",
            install_instance_id: one.instance,
            deeplink_url:
              one.campaign === null ? `https://${app.domain}/x` : `${links[one.campaign]!}${one.ad}`,
          },
          now,
        );
      case "probe": {
        const openedAt = new Date(start);
        await updatePushToken(project.id, { install_instance_id: one.instance, push_token: "a:b" }, openedAt);
        const probe = { instance: one.instance, token_at: openedAt, probe: { responses: [] }, next_at: null };
        return storeProbed(project.id, [{ ...probe, answered: true, gone_at: one.gone ? now : null }], now);
      }
      case "decide":
        return attributeProject(
          project.id,
          () => false,
          () => new Date(),
        );
      case "again":
        return decideAgain(app, one.instance, one.campaign === null ? null : campaigns[one.campaign]!);
      case "mark":
        return withInstall(app, one.instance, (id) =>
          storeMark(project, id, one.test, commandLine, new Date()),
        );
      case "list": {
        const id = deviceOf(one.instance);
        if (one.listed) return addDevices(project, { ids: [id], name: "Test" }, commandLine, new Date());
        await removeDevice(project, id, commandLine);
        return unmarkDevice(project, id, new Date());
      }
      case "forget":
        return withInstall(app, one.instance, (id) => erase(app, id));
      case "move":
        return reassignProject(project.id);
      case "fold":
        return compactDay(project.id, "2026-03-29");
      case "rebuild":
        return correctLedger(project.id);
    }
  };
  if (parallel) await Promise.all(steps.map(perform));
  else for (const one of steps) await perform(one);
}

type ReservedConnection = Awaited<ReturnType<Sql["reserve"]>>;

/** Opens connections first, because the driver never returns one that it opens for a reservation (postgres 3.4.9). */
export async function openAllConnections(): Promise<void> {
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.1)`));
}

/** A separate transaction, which the caller ends. */
export async function openTransaction(
  work: (transaction: ReservedConnection) => Promise<void>,
): Promise<void> {
  const transaction = await sql.reserve();
  try {
    await transaction`begin`;
    await work(transaction);
  } finally {
    await transaction`rollback`;
    transaction.release();
  }
}

/** Waits until other sessions wait for the end of the transaction, or for a session that does. */
export async function whenOthersWaitFor(
  transaction: ReservedConnection,
  { sessions } = { sessions: 1 },
): Promise<void> {
  const [own] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
  for (const since = performance.now(); performance.now() - since < 60_000; ) {
    const found = await sql`
      with recursive waiting(pid) as (
        select a.pid from pg_stat_activity a where pg_blocking_pids(a.pid) @> array[${own!.pid}::int]
        union
        select a.pid from waiting w join pg_stat_activity a on pg_blocking_pids(a.pid) @> array[w.pid]
      )
      select from waiting`;
    if (found.length >= sessions) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("nobody waits");
}
