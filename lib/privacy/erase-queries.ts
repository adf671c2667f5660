import { type Fragment, sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { newHourlyId } from "@/lib/ledger/queries";
import { clicksOfUser, visitorsOfUser } from "@/lib/privacy/queries";
import type { ErasureResult } from "@/lib/privacy/schema";

/**
 * Every text that identifies the user, plain and as escaped inside JSON. Reads `names`, `of_person` and the tables before
 * the change.
 */
const personTexts = (here: ProjectId, user: string | null) => sql`
  select distinct lower(word) as word,
    lower(substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2)) as inside
  from (
    select ${user}::text as word
    union all select instance from names
    union all select unnest(array[u.name, u.email, u.phone]) from users u
      where u.project_id = ${here} and u.user_id = ${user}
    union all select p.payment_id from payments p
      where p.project_id = ${here} and (p.user_id = ${user} or p.install_instance_id in (select instance from names))
    union all select v.device_id from install_devices v join of_person t on t.id = v.install_id
      where v.project_id = ${here}
    union all select l.name from test_devices l join install_devices v on v.project_id = ${here}
      and v.device_id = l.device_id join of_person t on t.id = v.install_id where l.project_id = ${here}
  ) known where word <> ''`;

/** A short text is compared with whole values only: "7" may be a user's ID, and occurs in nearly every text. */
const mentions = (json: Fragment) => sql`
  exists (
    select from texts w where (length(w.word) >= 8 and strpos(lower(${json}::text), w.inside) > 0)
      or jsonb_path_exists(lower(${json}::text)::jsonb, '$.** ? (@ == $word)', jsonb_build_object('word', w.word)))`;

/**
 * Keeps every row that a figure is counted from, under a meaningless name, and empties all identifying fields. In one
 * statement, so that a user is erased everywhere or nowhere.
 */
export async function eraseInDatabase(
  project: Project,
  person: { user: string | null; instances: string[]; alias: string },
  by: Actor,
  now: Date,
): Promise<ErasureResult> {
  const { user, alias } = person;
  const here = project.id;
  const instances = sql`select instance from names`;
  const named = (column: string) =>
    sql`coalesce((select n.alias from names n where n.instance = ${sql(column)}), ${sql(column)})`;
  /** For a row `w` of a browser that several people used. */
  const isOthers = sql`w.user_id <> coalesce(${user}, '')`;
  /** The values that replace the user's in their facts. */
  const erased = sql`
      select ${here}::bigint as project_id, ${alias}::text as subject, ${alias}::text as user_id,
        null::text as instance, jsonb_build_object('at', ${now}::timestamptz) as payload`;
  const [row] = await sql<[ErasureResult]>`
    with names as materialized (
      select instance, 'erased-' || gen_random_uuid() as alias from unnest(${person.instances}::text[]) as instance
    ),
    of_person as materialized (
      select * from installs where project_id = ${here} and install_instance_id in (${instances})
    ),
    seen as materialized (${clicksOfUser(here)}),
    visitors as materialized (
      select web_id, 'erased-' || gen_random_uuid() as alias from (${visitorsOfUser(here, user)}) v
    ),
    web_visitors_gone as (
      update web_visitors w set web_id = v.alias, first_touch = null, last_touch = null, page = null,
        user_id = case when w.user_id = ${user} then ${alias} end
      from visitors v where w.project_id = ${here} and w.web_id = v.web_id
    ),
    -- The browser may belong to another person now, but the erased person had its ID, too.
    browsers as materialized (
      select web_id, alias, true as is_theirs from visitors
      union all
      select e.web_id, 'erased-' || gen_random_uuid(), false from (
        select distinct web_id from web_events where project_id = ${here} and user_id = ${user}
          and web_id not in (select web_id from visitors)) e
    ),
    -- Facts of other people in this browser stay, without the browser's ID.
    web_events_gone as (
      update web_events w set web_id = b.alias,
        first_touch = case when ${isOthers} then w.first_touch end,
        last_touch = case when ${isOthers} then w.last_touch end,
        page = case when ${isOthers} then w.page end,
        data = case when ${isOthers} then w.data else '{}' end,
        user_id = case when w.user_id = ${user} then ${alias} else w.user_id end
      from browsers b
      where w.project_id = ${here} and w.web_id = b.web_id and (b.is_theirs or w.user_id = ${user})
    ),
    web_clicks_gone as (
      update web_clicks w set web_id = v.alias from visitors v
      where w.project_id = ${here} and w.web_id = v.web_id
    ),
    clicks_gone as (
      update clicks c set os_version = null, device_model = null, browser = null, language = null, user_agent = null,
        referrer = null, address_key = null, address_list = null, block_entry_id = null,
        advertising_id = null, params = '{}'
      from seen s where c.project_id = ${here} and c.id = s.id returning 1
    ),
    installs_gone as (
      update installs s set install_instance_id = n.alias, os_version = null, device_model = null, language = null,
        user_agent = null, address_key = null, address_list = null, block_entry_id = null,
        link = null, deeplink = null,
        device_data = '{}', erased_at = ${now}
      from names n where s.project_id = ${here} and s.install_instance_id = n.instance returning 1
    ),
    decisions_gone as (
      update decisions d set candidates = '[]', evidence = '{}' from of_person t
      where d.project_id = ${here} and d.install_id = t.id
    ),
    test_devices_gone as (
      delete from test_devices l where l.project_id = ${here} and l.device_id in (
        select v.device_id from install_devices v join of_person t on t.id = v.install_id where v.project_id = ${here})
    ),
    devices_gone as (
      delete from install_devices v using of_person t where v.project_id = ${here} and v.install_id = t.id
    ),
    tokens_gone as (
      delete from apple_tokens a using of_person t where a.project_id = ${here} and a.install_id = t.id
    ),
    google_claims_gone as (
      delete from google_claims g using of_person t where g.project_id = ${here} and g.install_id = t.id
    ),
    late_gone as (
      delete from late_evidence l using of_person t where l.project_id = ${here} and l.install_id = t.id
    ),
    answers_gone as (
      delete from attribution_answers a using of_person t where a.project_id = ${here} and a.install_id = t.id
    ),
    details_gone as (
      delete from install_details where project_id = ${here} and install_instance_id in (${instances})
    ),
    consents_gone as (
      delete from consents where project_id = ${here} and install_instance_id in (${instances})
    ),
    consent_history_gone as (
      delete from consent_history where project_id = ${here} and install_instance_id in (${instances})
    ),
    watched_calls_gone as (
      delete from watched_calls c using watched_devices w
      where c.project_id = ${here} and w.project_id = ${here} and w.id = c.watch_id
        and w.install_instance_id in (${instances})
    ),
    watched_gone as (
      delete from watched_devices where project_id = ${here} and install_instance_id in (${instances})
    ),
    user_gone as (
      update users set user_id = ${alias}, name = null, email = null, phone = null, details = '{}',
        customer_created_at = null, is_first_time = null, install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and user_id = ${user}
    ),
    identities_gone as (
      update identities set user_id = case when user_id = ${user} then ${alias} else user_id end,
        install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and (user_id = ${user} or install_instance_id in (${instances}))
    ),
    events_gone as (
      update events set user_id = case when user_id = ${user} then ${alias} else user_id end, data = '{}',
        install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and (user_id = ${user} or install_instance_id in (${instances})) returning 1
    ),
    days_gone as (
      update user_days set user_id = case when user_id = ${user} then ${alias} else user_id end,
        install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and (user_id = ${user} or install_instance_id in (${instances}))
    ),
    checks_gone as (
      delete from purchase_checks k using payments p
      where k.project_id = ${here} and p.project_id = ${here} and p.id = k.payment_id
        and (p.user_id = ${user} or p.install_instance_id in (${instances}))
    ),
    notifications_gone as (
      delete from purchase_notifications n using payments p
      where n.project_id = ${here} and p.project_id = ${here} and n.purchase_key in (p.purchase_key, p.purchase_line)
        and (p.user_id = ${user} or p.install_instance_id in (${instances}))
    ),
    payments_gone as (
      update payments set user_id = case when user_id = ${user} then ${alias} else user_id end, payment_id = null,
        purchase_key = null, purchase_line = null, data = '{}', install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and (user_id = ${user} or install_instance_id in (${instances})) returning 1
    ),
    ad_revenue_gone as (
      update ad_revenue a set id = ${newHourlyId("a")}, user_id = case when a.user_id = ${user} then ${alias} else a.user_id end,
        install_instance_id = ${named("a.install_instance_id")}
      where a.project_id = ${here} and (a.user_id = ${user} or a.install_instance_id in (${instances})) returning 1
    ),
    opens_gone as (
      update deeplink_opens set url = '', data = '{}', install_instance_id = ${named("install_instance_id")}
      where project_id = ${here} and install_instance_id in (${instances})
    ),
    outbox_emptied as (
      update outbox set subject = case when subject = ${user} then ${alias} else subject end,
        user_id = case when user_id = ${user} then ${alias} else user_id end,
        install_instance_id = ${named("install_instance_id")}, payload = '{}'
      where project_id = ${here} and (user_id = ${user} or install_instance_id in (${instances}))
    ),
    deliveries_emptied as (
      update deliveries d set payload = null, hashed = null, event_uid = 'erased:' || d.id::text,
        fact_id = case when d.fact = 'signup' then ${alias} else d.fact_id end,
        attempts = coalesce((select jsonb_agg(a.value - 'answer' - 'why' order by a.place)
          from jsonb_array_elements(d.attempts) with ordinality as a(value, place)), '[]'),
        user_id = case when user_id = ${user} then ${alias} else user_id end,
        install_instance_id = ${named("install_instance_id")},
        state = case when d.next_at is null then d.state else 'skipped' end,
        -- The failure has the receiver's text, which may name the person.
        reason = case when d.next_at is not null then 'erased' when d.state = 'dead' then null else d.reason end,
        next_at = null
      where d.project_id = ${here} and (d.user_id = ${user} or d.install_instance_id in (${instances}))
    ),
    -- Receivers of audiences still have the person: the next run, which is due, removes them there.
    members_leaving as (
      update audience_members m set state = 'removing' from of_person t
      where m.project_id = ${here} and m.install_id = t.id and (m.state = 'member' or m.was_sent)
      returning m.audience_id
    ),
    members_gone as (
      delete from audience_members m using of_person t
      where m.project_id = ${here} and m.install_id = t.id and m.state <> 'member' and not m.was_sent
    ),
    entries_gone as (
      delete from audience_entries n using of_person t where n.project_id = ${here} and n.install_id = t.id
    ),
    audiences_due as (
      update audiences a set next_at = ${now}
      where a.project_id = ${here} and a.id in (select audience_id from members_leaving)
    ),
    outbox_rows as (${toOutbox(here, "person.erased", erased)}),
    texts as materialized (${personTexts(here, user)}),
    log_emptied as (
      update audit_log l set
        target = case when ${mentions(sql`to_jsonb(l.target)`)} then ${alias} else l.target end,
        detail = case when ${mentions(sql`l.detail`)} then '{}' else l.detail end
      where l.project_id = ${here}
        and (${mentions(sql`to_jsonb(l.target)`)} or ${mentions(sql`l.detail`)})
    ),
    audited as (${auditRow(
      by,
      { account: project.accountId, project: here, action: "person.erase", target: alias },
      sql``,
    )})
    select (select count(*)::int from installs_gone) as installs, (select count(*)::int from clicks_gone) as clicks,
      (select count(*)::int from events_gone) as events, (select count(*)::int from ad_revenue_gone) as ad_revenue, (select count(*)::int from payments_gone) as payments`;
  return row;
}
