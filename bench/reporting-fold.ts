/** What writing the ledger adds to the statements that write the facts. */
import { placeEvents } from "@/bench/reporting-history";
import { sql } from "@/db";
import type { AProject } from "@/db/world";
import { newId } from "@/lib/ids";

const rows = 200;
const rounds = 150;

/** The facts alone, by the same way: who sent them, and the events. */
async function placeFacts(app: AProject, size: number, instances: number) {
  const at = new Date();
  const input = JSON.stringify(
    Array.from({ length: size }, (_, i) => ({
      i,
      project_id: app.project.id,
      id: newId(at),
      at,
      name: "route_viewed",
      instance: `i${1 + Math.floor(Math.random() * instances)}`,
      data: {},
    })),
  );
  await sql`
    with input as materialized (
      select * from json_to_recordset(${input}::text::json) as x(
        i int, project_id bigint, id uuid, at timestamptz, name text, instance text, user_id text, key text, data jsonb)
    ),
    who as materialized (
      select x.*, coalesce(given.user_id, identity.user_id) as sender, coalesce(nullif(s.platform, 'UNKNOWN'), 'IOS') as platform,
        coalesce(s.decision_version, 0) as version
      from input x
      left join identities identity on identity.project_id = x.project_id and identity.install_instance_id = x.instance
      left join users given on given.project_id = x.project_id and given.user_id = x.user_id
      left join installs s on s.project_id = x.project_id and s.install_instance_id = x.instance
    ),
    stored as (
      insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform, data, counted_version)
      select project_id, id, at, name, sender, instance, platform, data, version from who where sender is not null
      on conflict (project_id, id) do nothing returning project_id, id
    )
    select w.i, stored.id is not null as stored from who w
    left join stored on stored.project_id = w.project_id and stored.id = w.id order by w.i`;
}

/** In turns, so that whatever else the machine does meets both alike. */
export async function foldCost(app: AProject, instances: number): Promise<{ facts: number; whole: number }> {
  const took = { facts: 0, whole: 0 };
  for (let i = -10; i < rounds; i++) {
    const began = performance.now();
    await placeFacts(app, rows, instances);
    const between = performance.now();
    await placeEvents(app, rows, instances);
    if (i < 0) continue;
    took.facts += between - began;
    took.whole += performance.now() - between;
  }
  return { facts: took.facts / rounds, whole: took.whole / rounds };
}
