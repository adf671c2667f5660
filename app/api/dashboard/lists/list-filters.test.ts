import { expect, test } from "vitest";
import type { z } from "zod";
import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import { adRevenueList } from "@/lib/activity/lists/ad-revenue/list";
import { clicksList } from "@/lib/activity/lists/clicks/list";
import { eventsList } from "@/lib/activity/lists/events/list";
import { installsList } from "@/lib/activity/lists/installs/list";
import { paymentsList } from "@/lib/activity/lists/payments/list";
import { signUpsList } from "@/lib/activity/lists/users/list";
import { webVisitorsList } from "@/lib/activity/lists/web-visitors/list";
import { applePostbackList } from "@/lib/apple/list/list";
import { newId } from "@/lib/base/ids";
import { deliveriesList } from "@/lib/outbound/deliveries/deliveries";
import type { ListDefinition } from "@/lib/platform/lists/list";
import type { AnyListSchema } from "@/lib/platform/lists/schema";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

/** Every list has two rows that differ in all values, so each filter keeps one of them. */
type Row = "early" | "late";
const times = { early: new Date("2026-03-05T12:00:00Z"), late: new Date("2026-03-10T12:00:00Z") };
const rows: readonly Row[] = ["early", "late"];

type Filters<Schema extends AnyListSchema> = Record<
  keyof z.input<Schema["filter"]>,
  [value: string, kept: Row]
>;

/** The ID of each row, and for each filter a value with the row that it keeps. */
type Case<Schema extends AnyListSchema> = { ids: Record<Row, string>; filters: Filters<Schema> };

type Stage = {
  app: AProject;
  /** The campaigns of the early and the late row. */
  campaigns: Record<Row, number>;
  /** An install of each campaign, which is also the row in the list of installs. */
  installs: Record<Row, { id: string; instance: string }>;
};

const days = { from: ["2026-03-08", "late"], to: ["2026-03-08", "early"] } as const satisfies Record<
  string,
  [string, Row]
>;

async function aStage(): Promise<Stage> {
  const app = await aProject({ timeZone: "UTC" });
  const campaigns = {
    early: (await aCampaign(app, { network: "META" })).id,
    late: (await aCampaign(app, { network: "GOOGLE" })).id,
  };
  const made = { early: "", late: "" };
  // The late row's campaign touched the early install, and lost.
  const assist = JSON.stringify([{ campaign_id: campaigns.late, tier: 1, lost: "lost_to_later_click" }]);
  for (const row of rows) {
    made[row] = newId(times[row]);
    const isEarly = row === "early";
    await sql`
      with install as (
        insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
          decision_version, counted_version, campaign_id, network, method, touch, country, ad_set_id, creative_id,
          keyword_id, publisher_id, flags, uninstalled_at, is_test, install_version)
        values (${app.project.id}, ${made[row]}, ${`instance-${row}`}, ${isEarly ? "INSTALL" : "REINSTALL"},
          ${isEarly ? "ANDROID" : "IOS"}, ${times[row]}, ${isEarly ? "DECIDED" : "PARKED"}, ${times[row]}, 1, 1,
          ${campaigns[row]}, ${isEarly ? "META" : "GOOGLE"}, ${isEarly ? "link" : "view"},
          ${isEarly ? "CLICK" : "VIEW"}, ${isEarly ? "DE" : "FR"}, ${`set-${row}`}, ${`creative-${row}`},
          ${`keyword-${row}`}, ${isEarly ? "com.game" : null}, ${isEarly ? ["too_fast"] : null}::text[], ${isEarly ? times.early : null}, ${!isEarly},
          ${isEarly ? null : "2.0"}))
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method,
        reason, confidence, kind, network, candidates, evidence, ad_set_id, creative_id, keyword_id)
      values (${app.project.id}, ${made[row]}, 1, ${times[row]}, 'test', 'INORGANIC', ${campaigns[row]}, 'link',
        ${isEarly ? "link" : "view"}, 100, 'INSTALL', 'META', ${isEarly ? assist : "[]"}::text::jsonb, '{}', ${`set-${row}`}, ${`creative-${row}`},
        ${`keyword-${row}`})`;
  }
  return {
    app,
    campaigns,
    installs: {
      early: { id: made.early, instance: "instance-early" },
      late: { id: made.late, instance: "instance-late" },
    },
  };
}

const ofInstall = ({ campaigns }: Stage) => ({
  ...days,
  campaign: [String(campaigns.early), "early"] as [string, Row],
  ad_set: ["set-early", "early"] as [string, Row],
  creative: ["creative-late", "late"] as [string, Row],
  keyword: ["keyword-early", "early"] as [string, Row],
  publisher: ["none", "late"] as [string, Row],
  country: ["FR", "late"] as [string, Row],
  platform: ["IOS", "late"] as [string, Row],
  counted: ["no", "late"] as [string, Row],
});

async function twoClicks({ app, campaigns }: Stage): Promise<Case<typeof clicksList.schema>> {
  const ids = { early: newId(times.early), late: newId(times.late) };
  await sql`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, not_counted, ad_set_id, creative_id, keyword_id,
      publisher_id, platform, country, link_variant, params)
    values (${app.project.id}, ${ids.early}, ${times.early}, 'click', ${campaigns.early}, null, 'set', 'creative',
        'keyword', 'com.game', 'ANDROID', 'DE', 'Blue', '{}'),
      (${app.project.id}, ${ids.late}, ${times.late}, 'view', ${campaigns.late}, 'bot', null, null, null, null, 'IOS', 'FR',
        null, '{"cairn_source": "server"}')`;
  return {
    ids,
    filters: {
      ...days,
      campaign: [String(campaigns.late), "late"],
      kind: ["view", "late"],
      counted: ["yes", "early"],
      platform: ["IOS", "late"],
      country: ["FR", "late"],
      ad_set: ["set", "early"],
      creative: ["creative", "early"],
      keyword: ["keyword", "early"],
      publisher: ["com.game", "early"],
      variant: ["blue", "early"],
      source: ["server", "late"],
    },
  };
}

const twoInstalls = (stage: Stage): Case<typeof installsList.schema> => ({
  ids: { early: stage.installs.early.id, late: stage.installs.late.id },
  filters: {
    ...ofInstall(stage),
    network: ["GOOGLE", "late"],
    kind: ["REINSTALL", "late"],
    method: ["link", "early"],
    reason: ["view", "late"],
    state: ["PARKED", "late"],
    suspicious: ["yes", "early"],
    fraud_rule: ["too_fast", "early"],
    touch: ["VIEW", "late"],
    assisted_by: [String(stage.campaigns.late), "early"],
    app_version: ["none", "early"],
    uninstalled: ["2026-03-01..2026-03-06", "early"],
    search: [stage.installs.late.instance, "late"],
  },
});

async function twoUsers(stage: Stage): Promise<Case<typeof signUpsList.schema>> {
  for (const row of rows)
    await sql`
      insert into users (project_id, user_id, install_instance_id, platform, identified_at)
      values (${stage.app.project.id}, ${`user-${row}`}, ${stage.installs[row].instance},
        ${row === "early" ? "ANDROID" : "IOS"}, ${times[row]})`;
  return {
    ids: { early: "user-early", late: "user-late" },
    filters: { ...ofInstall(stage), user: ["user-early", "early"] },
  };
}

async function twoEvents(stage: Stage): Promise<Case<typeof eventsList.schema>> {
  const ids = { early: newId(times.early), late: newId(times.late) };
  for (const row of rows)
    await sql`
      with event as (
        insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform)
      values (${stage.app.project.id}, ${ids[row]}, ${times[row]}, ${`event-${row}`}, ${`user-${row}`},
        ${stage.installs[row].instance}, ${row === "early" ? "ANDROID" : "IOS"}))
      insert into user_days (project_id, name, user_id, install_instance_id, platform, first_day, days, is_other)
      values (${stage.app.project.id}, ${`event-${row}`}, ${`user-${row}`}, ${stage.installs[row].instance}, 'ANDROID',
        ${times[row].toISOString().slice(0, 10)}, B'1', false)`;
  return {
    ids,
    filters: {
      ...ofInstall(stage),
      name: ["event-late", "late"],
      user: ["user-early", "early"],
      install: [stage.installs.late.instance, "late"],
    },
  };
}

async function twoPayments(stage: Stage): Promise<Case<typeof paymentsList.schema>> {
  const { project } = stage.app;
  const ids = { early: newId(times.early), late: newId(times.late) };
  const opened = newId(times.early);
  for (const row of rows) {
    const isEarly = row === "early";
    await sql`
      insert into payments (project_id, id, payment_id, type, status, amount_minor, paid_at, user_id,
        install_instance_id, platform, returned_by, check_state)
      values (${project.id}, ${ids[row]}, ${`payment-${row}`}, ${isEarly ? "FIRST_PAYMENT" : "SUBSCRIPTION_REFUNDED"},
        ${isEarly ? "PAYMENT_COMPLETED" : "PAYMENT_FAILED"}, 100, ${times[row]}, ${`user-${row}`},
        ${stage.installs[row].instance}, ${isEarly ? "ANDROID" : "IOS"}, ${isEarly ? opened : null}, ${isEarly ? "invalid" : "valid"})`;
  }
  return {
    ids,
    filters: {
      ...ofInstall(stage),
      check: ["invalid", "early"],
      type: ["SUBSCRIPTION_REFUNDED", "late"],
      status: ["PAYMENT_FAILED", "late"],
      revenue: ["adds", "early"],
      returned: ["yes", "early"],
      user: ["user-early", "early"],
      install: [stage.installs.late.instance, "late"],
      payment: ["payment-early", "early"],
    },
  };
}

async function twoAdRows(stage: Stage): Promise<Case<typeof adRevenueList.schema>> {
  const { project } = stage.app;
  const ids = { early: newId(times.early), late: newId(times.late) };
  for (const row of rows) {
    const isEarly = row === "early";
    await sql`
      insert into ad_revenue (project_id, id, occurred_at, is_hourly, impressions, amount_millionths, original_currency,
        network, placement, source, user_id, install_instance_id, platform)
      values (${project.id}, ${ids[row]}, ${times[row]}, false, 1, 123, 'USD', ${isEarly ? "AdMob" : "AppLovin"},
        ${`place ${row}`}, ${isEarly ? "app" : "callback"}, ${`user-${row}`}, ${stage.installs[row].instance},
        ${isEarly ? "ANDROID" : "IOS"})`;
  }
  return {
    ids,
    filters: {
      ...ofInstall(stage),
      ad_network: ["AppLovin", "late"],
      placement: ["place early", "early"],
      source: ["callback", "late"],
      user: ["user-early", "early"],
      install: [stage.installs.late.instance, "late"],
    },
  };
}

async function twoVisitors({ app, campaigns }: Stage): Promise<Case<typeof webVisitorsList.schema>> {
  const ids = { early: newId(times.early), late: newId(times.late) };
  for (const row of rows) {
    const isEarly = row === "early";
    await sql`
      insert into web_visitors (project_id, web_id, id, first_seen_at, last_seen_at, user_id, source, campaign_id,
        platform)
      values (${app.project.id}, ${`web-${row}`}, ${ids[row]}, ${times[row]}, ${times[row]}, ${`user-${row}`},
        ${isEarly ? "META" : "newsletter"}, ${isEarly ? campaigns.early : null}, ${isEarly ? "ANDROID" : "DESKTOP"})`;
  }
  await sql`
    insert into web_clicks (project_id, web_id, click_id, clicked_at)
    values (${app.project.id}, 'web-late', ${newId(times.late)}, ${times.late})`;
  return {
    ids,
    filters: {
      ...days,
      step: ["clicked", "late"],
      source: ["newsletter", "late"],
      campaign: [String(campaigns.early), "early"],
      platform: ["DESKTOP", "late"],
      user: ["user-early", "early"],
    },
  };
}

async function twoPostbacks({ app }: Stage): Promise<Case<typeof applePostbackList.schema>> {
  const ids = { early: newId(times.early), late: newId(times.late) };
  for (const row of rows) {
    const isEarly = row === "early";
    await sql`
      insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict,
        is_test, is_first, source, network_id, source_identifier, conversion_type, did_win, begun_from, begun_until,
        schema_from, schema_until, raw)
      values (${app.project.id}, ${ids[row]}, ${times[row]}, ${isEarly ? "skan" : "aak"}, ${`postback-${row}`},
        ${isEarly ? 0 : 1}, ${`digest-${row}`}, ${isEarly ? "verified" : "bad_signature"}, false, ${isEarly},
        'receiving', ${`network-${row}`}, ${isEarly ? "1234" : "12"}, ${isEarly ? "download" : "redownload"},
        ${isEarly}, ${times[row]}, ${times[row]}, 1, 1, '{}')`;
  }
  return {
    ids,
    filters: {
      ...days,
      standing: ["counted", "early"],
      verdict: ["bad_signature", "late"],
      framework: ["aak", "late"],
      type: ["redownload", "late"],
      window: ["2", "late"],
      network: ["network-early", "early"],
      source: ["12", "late"],
      id: ["postback-early", "early"],
    },
  };
}

async function twoDeliveries({ app }: Stage): Promise<Case<typeof deliveriesList.schema>> {
  const { project } = app;
  const ids = { early: newId(times.early), late: newId(times.late) };
  const destinations = { early: 0, late: 0 };
  for (const row of rows) {
    const isEarly = row === "early";
    const [destination] = await sql<[{ id: number }]>`
      insert into destinations (project_id, kind, name)
      values (${project.id}, 'webhook', ${row}) returning id`;
    destinations[row] = destination.id;
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id,
        install_instance_id, moved_to, request, request_part, state, reason, created_at)
      values (${project.id}, ${ids[row]}, ${destination.id}, ${`uid-${row}`}, ${isEarly ? "install" : "event"}, '1',
        ${times[row]}, ${`user-${row}`}, ${`instance-${row}`}, ${isEarly ? 2 : null}, 'request', '',
        ${isEarly ? "sent" : "skipped"}, ${isEarly ? null : "test"}, ${times[row]})`;
  }
  await sql`
    insert into network_requests (project_id, destination_id, request, part, accepted_at, state)
    values (${project.id}, ${destinations.early}, 'request', '', ${times.early}, 'refused')`;
  return {
    ids,
    filters: {
      ...days,
      destination: [String(destinations.late), "late"],
      state: ["sent", "early"],
      fact: ["event", "late"],
      reason: ["test", "late"],
      install: ["instance-late", "late"],
      user: ["user-early", "early"],
      moved: ["yes", "early"],
      answer: ["refused", "early"],
      uid: ["uid-late", "late"],
    },
  };
}

/** A filter that no statement uses keeps both rows, which fails the test. */
async function keepsOneRow<Schema extends AnyListSchema>(
  { app }: Stage,
  list: ListDefinition<Schema, Project>,
  { ids, filters }: Case<Schema>,
) {
  const project = app.project as unknown as Project;
  const found = async (query: object) => {
    const page = (await list.page(project, list.schema.query.parse(query) as never)) as Record<
      string,
      unknown
    >;
    const { count } = await list.totals(project, list.schema.filter.parse(query) as never);
    const shown = (page[list.schema.name] as { id: string }[]).map(({ id }) => id);
    expect(count).toBe(shown.length);
    return shown;
  };
  expect(await found({})).toEqual([ids.late, ids.early]);
  const stored: Record<string, string[]> = {};
  const expected: Record<string, string[]> = {};
  for (const [name, [value, row]] of Object.entries(filters as Record<string, [string, Row]>)) {
    stored[name] = await found({ [name]: value });
    expected[name] = [ids[row]];
  }
  expect(stored).toEqual(expected);
  expect(Object.keys(filters).sort()).toEqual(Object.keys(list.schema.filter.shape).sort());
}

test("each filter of the list of clicks returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, clicksList, await twoClicks(stage));
});

test("each filter of the list of installs returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, installsList, twoInstalls(stage));
});

test("each filter of the list of sign-ups returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, signUpsList, await twoUsers(stage));
});

test("each filter of the list of events returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, eventsList, await twoEvents(stage));
});

test("each filter of the list of payments returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, paymentsList, await twoPayments(stage));
});

test("each filter of the list of ad revenue returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, adRevenueList, await twoAdRows(stage));
});

test("each filter of the list of web visitors returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, webVisitorsList, await twoVisitors(stage));
});

test("each filter of the list of Apple's postbacks returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, applePostbackList, await twoPostbacks(stage));
});

test("each filter of the list of deliveries returns the matching rows", async () => {
  const stage = await aStage();
  await keepsOneRow(stage, deliveriesList, await twoDeliveries(stage));
});
