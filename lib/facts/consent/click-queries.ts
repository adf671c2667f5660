import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { deviceIdNames } from "@/lib/traffic/links/deeplink-params";

/** The maximum number of clicks with one device ID in a statement; more are processed in parts. */
const maxAtOnce = 1_000;

/**
 * Removes advertising IDs from clicks that installs were attributed to, and from clicks with the same device ID: the ID
 * itself, parameters named for such an ID, and the ID under any other name. Call it before the IDs are removed from the
 * installs, which are needed to find the clicks. Safe to repeat.
 */
export async function dropIdsOfClicks(projectId: ProjectId, instances: string[]): Promise<void> {
  for (;;) {
    const changed = await sql`
      with affected as materialized (
        select s.id, s.click_id from installs s
        where s.project_id = ${projectId} and s.install_instance_id = any(${instances}::text[])
      ),
      ids as materialized (
        select distinct v.device_id as id from install_devices v join affected t on t.id = v.install_id
        where v.project_id = ${projectId} and v.kind in ('gaid', 'idfa')
      ),
      named as materialized (
        (select t.click_id as id from affected t where t.click_id is not null)
        union
        (select u.click_id from click_uses u join affected t on t.id = u.install_id
          where u.project_id = ${projectId})
        union
        (select c.id from clicks c join ids i on c.advertising_id = i.id
          where c.project_id = ${projectId} limit ${maxAtOnce})
      ),
      cleaned as materialized (
        select c.id, (
          select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each_text(c.params) p
          where regexp_replace(lower(p.key), '[^a-z0-9]', '', 'g') !~ ${deviceIdNames}
            and lower(p.value) is distinct from c.advertising_id
            and lower(p.value) not in (select id from ids)
        ) as params
        from clicks c join named n on n.id = c.id where c.project_id = ${projectId}
      )
      update clicks c set advertising_id = null, params = k.params
      from cleaned k
      where c.project_id = ${projectId} and c.id = k.id and ${whereWritable(projectId)}
        and (c.advertising_id is not null or c.params <> k.params)
      returning c.id`;
    if (changed.length < maxAtOnce) return;
  }
}
