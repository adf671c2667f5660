/** Thousands of projects, made by a few statements. */
import { sql } from "@/db";
import { newProjectToken } from "@/lib/accounts/access/credentials";
import type { Member } from "@/lib/accounts/access/member";
import { newId, type ProjectId } from "@/lib/base/ids";
import { markGrowth } from "@/lib/ledger/growth-queries";
import { aMember } from "@/testing/factories";

export type Filled = {
  owner: Member;
  account: number;
  projects: { id: ProjectId; token: string; instance: string }[];
};

const rowsOfADay = 2_500;

/**
 * Creates projects up to a number, each with a token, a user on a decided install, event names, and a month of figures.
 * No project has a limit, and the instance does not keep data forever.
 */
export async function fillUp(before: Filled | null, size: number): Promise<Filled> {
  const filled = before ?? (await anEmptyAccount());
  const projects = [...filled.projects];
  while (projects.length < size)
    projects.push(...(await make(filled.account, projects.length, Math.min(atOnce, size - projects.length))));
  await sql.unsafe("analyze");
  return { ...filled, projects };
}

/** Few enough rows that no statement takes long, even on a busy machine. */
const atOnce = 2_500;

async function make(account: number, from: number, many: number): Promise<Filled["projects"]> {
  const now = new Date();
  const made = Array.from({ length: many }, (_, i) => ({
    slug: `project-${from + i}`,
    token: newProjectToken(),
    instance: `instance-${from + i}`,
    install: newId(now),
  }));
  return sql<Filled["projects"]>`
    with given as (
      select * from unnest(${made.map(({ slug }) => slug)}::text[], ${made.map(({ token }) => token)}::text[],
        ${made.map(({ instance }) => instance)}::text[], ${made.map(({ install }) => install)}::uuid[])
        as x(slug, token, instance, install)
    ),
    made as (
      insert into projects (account_id, name, slug) select ${account}, initcap(slug), slug from given
      returning id, slug
    ),
    known as materialized (select m.id, g.* from made m join given g using (slug)),
    tokens as (insert into project_tokens (token, project_id) select token, id from known),
    installed as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
        decision_version, counted_version)
      select id, install, instance, 'INSTALL', 'ANDROID', ${now}, 'DECIDED', ${now}, 1, 1 from known
    ),
    users_made as (
      insert into users (project_id, user_id, install_instance_id, platform, identified_at, counted_version)
      select id, 'user', instance, 'ANDROID', ${now}, 1 from known
    ),
    signed_in as (
      insert into identities (project_id, install_instance_id, user_id, identified_at)
      select id, instance, 'user', ${now} from known
    ),
    named as (
      insert into event_names (project_id, name, slot, first_seen_at)
      select id, 'event_' || n, n + 1, ${now} from known cross join generate_series(0, 4) n
    ),
    counted as (
      insert into ledger (project_id, day, campaign_id, measure, count)
      select id, current_date - n, 0, 'installs', 1 from known cross join generate_series(0, 29) n
    )
    select id, token, instance from known`;
}

async function anEmptyAccount(): Promise<Filled> {
  const { id, email, name, account } = await aMember("owner");
  await sql`
    insert into limit_settings (project_id, "group", per_second)
    select 0, "group", null from unnest(array['address', 'client']) as "group"`;
  await sql`
    insert into retention_settings (project_id, kind, days)
    values (0, 'clicks', 60), (0, 'uncounted_clicks', 7), (0, 'events', 45), (0, 'web', 45), (0, 'raw', 50),
      (0, 'rejections', 1), (0, 'deliveries', 30), (0, 'audit', 90)`;
  return { owner: { id, email, name }, account, projects: [] };
}

/** Adds enough rows for today that compaction is worthwhile, in the first of the projects. */
export async function makeBusy({ projects }: Filled, many: number): Promise<void> {
  const busy = projects.slice(0, many).map(({ id }) => id);
  for (const id of busy) {
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, name, count)
      select ${id}, current_date, 1 + n % 3, 'event', 'view', 1 from generate_series(1, ${rowsOfADay * 4}::int) n`;
  }
  await markGrowth(busy);
}
