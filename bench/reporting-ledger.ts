/** Measures what writing the ledger adds to the statements that write the facts. */
import { insertEvents } from "@/bench/reporting-history";
import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { newId } from "@/lib/base/ids";
import { joinSender } from "@/lib/ledger/queries";
import type { AProject } from "@/testing/factories";

const rows = 200;
const rounds = 150;

const table = columnTable<{
  project_id: number;
  id: string;
  at: Date;
  name: string;
  instance: string;
  data: object;
}>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  name: "text",
  instance: "text",
  data: "jsonb",
});

/** Writes only the facts, in the same way: the senders and the events. */
async function insertFacts(app: AProject, size: number, instances: number) {
  const at = new Date();
  const made = Array.from({ length: size }, () => ({
    project_id: app.project.id,
    id: newId(at),
    at,
    name: "route_viewed",
    instance: `i${1 + Math.floor(Math.random() * instances)}`,
    data: {},
  }));
  await sql`
    with who as materialized (
      select x.project_id, x.id, x.at, x.name, x.instance, x.data, coalesce(given.user_id, identity.user_id) as user_id,
        coalesce(nullif(s.platform, 'UNKNOWN'), 'IOS') as platform, coalesce(s.decision_version, 0) as version
      from (select *, null::text as user_id from ${table(made)} r) x ${joinSender()}
    ),
    stored as (
      insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform, data,
        counted_version)
      select project_id, id, at, name, user_id, instance, platform, data, version from who where user_id is not null
    )
    select id from who where user_id is null`;
}

/** Alternates the two, so that other load on the machine affects both alike. */
export async function ledgerCost(
  app: AProject,
  instances: number,
): Promise<{ facts: number; whole: number }> {
  const took = { facts: 0, whole: 0 };
  for (let i = -10; i < rounds; i++) {
    const began = performance.now();
    await insertFacts(app, rows, instances);
    const between = performance.now();
    await insertEvents(app, rows, instances);
    if (i < 0) continue;
    took.facts += between - began;
    took.whole += performance.now() - between;
  }
  return { facts: took.facts / rounds, whole: took.whole / rounds };
}
