import { sql } from "@/db";

/** Finds projects by ID or slug. Only slugs are looked up. */
export const projectIdNamed = async (text: string): Promise<number | null> =>
  /^\d{1,15}$/.test(text) ? Number(text) : findProjectId(text);

async function findProjectId(slug: string): Promise<number | null> {
  const [row] = await sql<
    { id: number }[]
  >`select id from projects where slug = ${slug} and deleted_at is null`;
  return row?.id ?? null;
}

type Listed = {
  id: number;
  slug: string;
  name: string;
  account: string;
  platforms: string[];
  time_zone: string;
  currency: string;
  suspended: boolean;
  archived: boolean;
  created_at: Date;
};

/** All projects in the order of their creation, without deleted ones. */
export const listProjects = () => sql<Listed[]>`
  select p.id, p.slug, p.name, a.name as account, p.platforms, p.time_zone, p.currency,
    p.suspended_at is not null as suspended, p.archived_at is not null as archived, p.created_at
  from projects p join accounts a on a.id = p.account_id
  where p.deleted_at is null order by p.id`;

type ListedMember = {
  id: number;
  email: string;
  name: string;
  /** Null, like the access, for a member without access to any project. */
  account: string | null;
  access: string | null;
  last_seen_at: Date | null;
};

/** A member of two accounts has two rows; roles in single projects have the project's slug. */
export const listAllMembers = () => sql<ListedMember[]>`
  select m.id, m.email, m.name, a.name as account, s.role as access, m.last_seen_at
  from memberships s join members m on m.id = s.member_id join accounts a on a.id = s.account_id
  union all
  select m.id, m.email, m.name, a.name, string_agg(p.slug || ':' || g.role, ',' order by p.slug), m.last_seen_at
  from project_members g join projects p on p.id = g.project_id and p.deleted_at is null
  join members m on m.id = g.member_id join accounts a on a.id = p.account_id
  where not exists (select from memberships s where s.account_id = a.id and s.member_id = m.id)
  group by m.id, a.id
  union all
  select m.id, m.email, m.name, null, null, m.last_seen_at from members m
  where not exists (select from memberships s where s.member_id = m.id)
    and not exists (
      select from project_members g join projects p on p.id = g.project_id and p.deleted_at is null
      where g.member_id = m.id)
  order by id`;
