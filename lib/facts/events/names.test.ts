import { expect, test } from "vitest";
import { sql } from "@/db";
import { countedName, maxNames } from "@/lib/facts/events/names";
import { otherNames } from "@/lib/ledger/measures";
import { aProject } from "@/testing/factories";

const now = new Date("2026-05-01T12:00:00Z");
const unknown = { instance: "nobody's", user: null };

test("projects whose names are loaded at once each get their own", async () => {
  const [full, some, none] = [await aProject(), await aProject(), await aProject()];
  await sql`
    insert into event_names (project_id, name, slot, first_seen_at)
    select ${full.project.id}::bigint, 'name ' || n, n, ${now} from generate_series(1, ${maxNames}::int) n
    union all select ${some.project.id}::bigint, 'name 1', 1, ${now}`;
  const name = (app: typeof full, input: string) => countedName(app.project.id, input, unknown, now);
  expect(
    await Promise.all([
      name(full, "name 7"),
      name(full, "one more"),
      name(some, "name 1"),
      name(some, "one more"),
      name(none, "one more"),
    ]),
  ).toEqual(["name 7", otherNames, "name 1", "one more", "one more"]);
  const [row] = await sql<{ places: number }[]>`
    /* several projects */ select count(*)::int as places from event_names where project_id in (${some.project.id}, ${none.project.id})`;
  expect(row?.places).toBe(1);
});
