import { sql } from "@/db";

export async function findProjectId(slug: string): Promise<number | null> {
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

/** In the order of their creation, without deleted projects. */
export const listProjects = () => sql<Listed[]>`
  select p.id, p.slug, p.name, a.name as account, p.platforms, p.time_zone, p.currency,
    p.suspended_at is not null as suspended, p.archived_at is not null as archived, p.created_at
  from projects p join accounts a on a.id = p.account_id
  where p.deleted_at is null order by p.id`;
