import { expect, test } from "vitest";
import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { newId } from "@/lib/base/ids";
import { aProject } from "@/testing/factories";

test("projects with work are found once each, however much waits, and no others", async () => {
  const ids: number[] = [];
  for (let i = 0; i < 4; i++) ids.push((await aProject()).project.id);
  const [much, one, later, none] = ids;
  const wait = (project: number | undefined, notBefore: Date | null) => sql`
    insert into undecided (project_id, install_id, not_before)
    values (${project!}, ${newId(new Date())}, ${notBefore})`;
  for (let i = 0; i < 3; i++) await wait(much, null);
  await wait(one, null);
  await wait(later, new Date(Date.now() + 3_600_000));
  const found = async (which = sql`true`) => {
    const rows = await sql<{ id: number }[]>`/* all projects */
      select id from ${projectsWith("undecided", which)} busy where id = any(${ids}::bigint[]) order by id`;
    return rows.map(({ id }) => id);
  };
  expect(await found()).toEqual([much, one, later]);
  expect(await found(sql`w.not_before is null`)).toEqual([much, one]);
  expect(await found()).not.toContain(none);
});
