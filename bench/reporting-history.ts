/** A project's history, made by the database set by set; its ledger is what the program itself makes of the facts. */
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { type EventRow, storeEvents } from "@/lib/facts/events/queries";
import { compactProject } from "@/lib/ledger/compaction";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import type { AProject } from "@/testing/factories";

const campaigns = 50;
const names = ["route_viewed", "route_saved", "hike_finished", "gear_ordered", "photo_shared"];
const part = 500_000;

type Size = { events: number; installs: number; days: number };

/** Installs come through all the days, and from their first day on users do things on any of them. */
export async function loadHistory(app: AProject, size: Size, say: (line: string) => void): Promise<void> {
  const project = app.project.id;
  const { events, installs, days } = size;
  const client = await sql.reserve();
  await client`set statement_timeout = 0`;
  await client`set synchronous_commit = off`;
  await client`select make_month_partitions((now() - ${days + 2} * interval '1 day')::date, now()::date)`;
  await client`
    create or replace function uuid_of(at timestamptz, n bigint) returns uuid language sql immutable parallel safe as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid
    $$`;
  await client`
    create table if not exists bench_raw (project_id bigint, campaign_id bigint, name text, occurred_at timestamptz)`;
  await client`
    insert into campaigns (project_id, display_id, name, is_shortlink, network, created_at, updated_at)
    select ${project}, 'c' || n, 'Campaign number ' || n, true, (array['META', 'GOOGLE', 'TIKTOK'])[n % 3 + 1], at, at
    from (select n, now() - interval '91 days' as at from generate_series(1, ${campaigns}::int) n) m`;
  const [first] = await client<
    { id: number }[]
  >`select min(id) as id from campaigns where project_id = ${project}`;
  const base = first!.id;
  // Four ad sets, three creatives in each, in every tenth campaign five keywords.
  const place = sql`
    'set' || (h / 7) % 4 as ad_set_id, 'creative' || (h / 7) % 4 || '-' || (h / 31) % 3 as creative_id,
    case when campaign_id % 10 = 0 then 'word' || (h / 97) % 5 end as keyword_id`;
  await client`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, ad_set_id, creative_id, keyword_id)
    select ${project}, uuid_of(at, n), at, 'click', campaign_id, (array['IOS', 'ANDROID'])[n % 2 + 1], ${place}
    from (select n, ${base} + (h % ${campaigns}) as campaign_id, h, now() - (n::float / ${5 * installs}) * ${days} * interval '1 day' as at
      from (select n, abs(hashint4(n)) as h from generate_series(1, ${5 * installs}::int) n) c) m`;
  await client`
    with made as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at, decision_version,
        counted_version, campaign_id, network, touch, ad_set_id, creative_id, keyword_id, last_open_at, last_open_day, opened_on)
      select ${project}, uuid_of(at, n), 'i' || n, 'INSTALL', (array['IOS', 'ANDROID'])[n % 2 + 1], at, 'DECIDED', at, 1, 1,
        case when n % 10 = 0 then null else campaign_id end, 'META', case when n % 10 = 0 then null else 'CLICK' end, ${place},
        least(now(), at + h % 60 * interval '1 day'), ((least(now(), at + h % 60 * interval '1 day')) at time zone 'Europe/Berlin')::date,
        1 | (h & 14) | case when h % 60 between 4 and 30 then 1 << (h % 60) else 0 end
      from (select n, ${base} + (h % ${campaigns}) as campaign_id, h, now() - (n::float / ${installs}) * ${days} * interval '1 day' as at
        from (select n, abs(hashint4(n)) as h from generate_series(1, ${installs}::int) n) c) m
      returning *
    ),
    people as (
      insert into users (project_id, user_id, install_instance_id, platform, identified_at, campaign_id, attributed_at, counted_version)
      select project_id, 'u' || install_instance_id, install_instance_id, platform, installed_at, campaign_id, installed_at, 1 from made
    ),
    decided as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method, reason,
        confidence, kind, touch, ad_set_id, creative_id, keyword_id, candidates, evidence)
      select project_id, id, 1, installed_at, 'bench', 'x', campaign_id, 'x', 'x', 100, kind, touch, ad_set_id, creative_id, keyword_id, '[]', '{}'
      from made
    ),
    signed_in as (
      insert into identities (project_id, install_instance_id, user_id, identified_at)
      select project_id, install_instance_id, 'u' || install_instance_id, installed_at from made
    )
    insert into payments (project_id, id, type, status, amount_minor, paid_at, user_id, install_instance_id, platform, counted_version)
    select project_id, gen_random_uuid(), case p when 1 then 'FIRST_PAYMENT' else 'SUBSCRIPTION_RENEWED' end, 'PAYMENT_COMPLETED', 699,
      installed_at + (p * 9 - 8) * interval '1 day', 'u' || install_instance_id, install_instance_id, platform, 1
    from made cross join generate_series(1, 3) p
    where hashtext(install_instance_id) % 12 = 0 and installed_at + (p * 9 - 8) * interval '1 day' < now()`;
  await client`
    insert into spend (project_id, day, campaign_id, ad_set_id, amount_minor, currency, original_minor, source)
    select ${project}, current_date - d, ${base} + c, 'set' || s, 1000 + d * c, 'USD', 1000 + d * c, 'bench'
    from generate_series(0, ${days - 1}::int) d cross join generate_series(0, ${campaigns - 1}::int) c cross join generate_series(0, 3) s`;
  await client`analyze installs`;
  for (let from = 0; from < events; from += part) {
    const to = Math.min(from + part, events) - 1;
    await client`
      with made as (
        insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform, amount_minor, counted_version)
        select ${project}, uuid_of(at, n), at, (${names}::text[])[1 + (h / 3) % 5], 'u' || i, i, platform, case when h % 50 = 0 then 1990 end, 1
        from (
          select n, h, s.install_instance_id as i, s.platform,
            s.installed_at + (abs(hashint4(h)) % 10000 / 10000.0) * (now() - s.installed_at) as at
          from (select n, abs(hashint4(n)) as h from generate_series(${from}::int, ${to}::int) n) e
          join installs s on s.project_id = ${project} and s.install_instance_id = 'i' || (1 + h % ${installs})
        ) m
        returning *
      )
      insert into bench_raw select m.project_id, coalesce(s.campaign_id, 0), m.name, m.occurred_at
      from made m join installs s on s.project_id = m.project_id and s.install_instance_id = m.install_instance_id`;
  }
  say("  events are there, the ledger is made of them");
  await client`create index on bench_raw (project_id, occurred_at) include (campaign_id, name)`;
  await rebuildLedger(project);
  await compactProject(project);
  await client`vacuum analyze`.simple();
  client.release();
}

let next = 0;

/** A batch of events of users here and there, as the device interface stores them. */
export async function placeEvents(app: AProject, size: number, instances: number): Promise<number> {
  const at = new Date();
  const rows = Array.from({ length: size }, (): EventRow => {
    next = (next * 1_103_515_245 + 12_345) % 2_147_483_648;
    const instance = `i${1 + (next % instances)}`;
    return {
      project_id: app.project.id,
      id: newId(at),
      at,
      name: names[next % names.length]!,
      sent_name: null,
      instance,
      user_id: null,
      platform: "IOS",
      amount: null,
      currency: null,
      data: {},
      key: null,
    };
  });
  await storeEvents(rows);
  return size;
}
