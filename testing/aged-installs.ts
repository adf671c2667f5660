/** Facts of users who came a given number of days ago: one of each kind with limited retention. */
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { type AProject, aClick, decideEverything } from "@/testing/factories";

const day = 86_400_000;
export const testNow = new Date("2026-06-15T12:00:00Z");
/** Days before the tests' noon. */
export const daysAgo = (days: number) => new Date(testNow.getTime() - days * day);
/** An install from a click, with a sign-in, an event and a payment, a given number of days ago. */
export async function anInstallWithHistory(app: AProject, campaignId: number, days: number) {
  const at = daysAgo(days);
  const name = `${app.project.id}-${days}`;
  const from = { userAgent: `Agent ${name}`, address: "203.0.113.77", now: at };
  const click = await aClick(app, { campaignId, at: new Date(at.getTime() - 60_000) });
  await sql`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, not_counted)
    values (${app.project.id}, ${newId(at)}, ${at}, 'click', ${campaignId}, 'ANDROID', 'bot')`;
  await sql`
    with visitor as (
      insert into web_visitors (project_id, web_id, id, first_seen_at, last_seen_at, platform)
      values (${app.project.id}, ${name}, ${newId(at)}, ${at}, ${at}, 'ANDROID')
    ), clicked as (
      insert into web_clicks (project_id, click_id, web_id, clicked_at)
      values (${app.project.id}, ${newId(at)}, ${name}, ${at})
    )
    insert into web_events (project_id, id, web_id, event_id, occurred_at, kind, platform)
    values (${app.project.id}, ${newId(at)}, ${name}, 'e', ${at}, 'visit', 'ANDROID')`;
  await sql`
    insert into rejections (project_id, id, at, endpoint, reason)
    values (${app.project.id}, ${newId(at)}, ${at}, 'init', 'x')`;
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, next_at)
    values (${app.project.id}, ${newId(at)}, 1, ${`event:${name}`}, 'event', 'e', ${at}, 'sent', null),
      (${app.project.id}, ${newId(at)}, 1, ${`event:${name}:due`}, 'event', 'e', ${at}, 'queued', ${at})`;
  await sql`
    insert into network_claims (project_id, campaign_id, day, version, reported_at, source)
    values (${app.project.id}, ${campaignId}, ${at}::timestamptz::date, 1, ${at}, 'file')`;
  await sql`
    insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, is_test,
      is_first, source, network_id, conversion_type, did_win, begun_from, begun_until, schema_from, schema_until, raw)
    values (${app.project.id}, ${newId(at)}, ${at}, 'skan', ${name}, 0, '', 'verified', false, true, '', 'x', 'download',
      true, ${at}, ${at}, 0, 0, '{}')`;
  await sql`
    insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at, resolved_at)
    select ${app.project.id}, x.id, 1, ${name}, '', '', '', '{}', '{}', ${at}, x.resolved_at
    from (values (${newId(at)}::uuid, ${at}::timestamptz), (${newId(at)}::uuid, null)) x(id, resolved_at)`;
  await sql`
    insert into audit_log (account_id, project_id, actor, action, at)
    values (${app.accountId}, ${app.project.id}, 'somebody', 'something', ${at})`;
  const instance = { install_instance_id: name };
  const device_data = { install_ref: `cairn_click=${click}&utm_source=cairn`, note: `note ${name}` };
  await registerInstall(app.project, { ...instance, platform: "ANDROID", device_data } as never, from);
  await decideEverything(app);
  await identify(app.project, { ...instance, user_data: { id: name } } as never, from);
  await captureEvent(
    app.project,
    { ...instance, event_name: "hike", event_data: { amount: 2 } } as never,
    from,
  );
  const payment = { ...instance, user_id: name, amount: 3, type: "DEFAULT", status: "PAYMENT_COMPLETED" };
  await capturePayment(app.project, payment as never, from);
}

type Counts = Record<string, number>;

/** The number of rows of each kind. */
export async function projectCounts({ project }: AProject): Promise<Counts> {
  const [row] = await sql<[Counts]>`
    select (select count(*)::int from clicks where project_id = ${project.id} and not_counted is null) as clicks,
      (select count(*)::int from clicks where project_id = ${project.id}
      and not_counted is not null) as uncounted_clicks,
      (select count(*)::int from events where project_id = ${project.id}) as events,
      (select count(*)::int from web_events where project_id = ${project.id})
        + (select count(*)::int from web_visitors where project_id = ${project.id})
        + (select count(*)::int from web_clicks where project_id = ${project.id}) as web,
      (select count(*)::int from installs where project_id = ${project.id} and device_data <> '{}') as raw,
      (select count(*)::int from installs where project_id = ${project.id}) as installs,
      (select count(*)::int from payments where project_id = ${project.id}) as payments,
      (select count(*)::int from rejections where project_id = ${project.id}) as rejections,
      (select count(*)::int from deliveries where project_id = ${project.id}) as deliveries,
      (select count(*)::int from network_claims where project_id = ${project.id}) as claims,
      (select count(*)::int from apple_postbacks where project_id = ${project.id}) as apple_postbacks,
      (select count(*)::int from alerts where project_id = ${project.id}) as alerts,
      (select count(*)::int from audit_log where project_id = ${project.id} and action = 'something') as audit`;
  return row;
}
