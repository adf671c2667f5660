import { expect, test } from "vitest";
import { sql } from "@/db";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { maxCountedInstalls } from "@/lib/reporting/tree/counted-installs";
import { aProject } from "@/testing/factories";

const now = new Date("2026-06-30T12:00:00Z");

test("unique users of an event by age are counted for a limited number of installs, once for each age", async () => {
  const { project } = await aProject();
  const days = { from: "2026-06-01", to: "2026-06-10" };
  const install = (count: number) => sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count)
    values (${project.id}, '2026-06-05', 0, 'installs', 'IOS', ${count})`;
  const cohorts = (event_users: string) =>
    cohortReport(
      project,
      cohortsQuery.parse({ ...days, traffic: "all", event: "level_up", event_users }),
      now,
    );
  const columns = (...ages: string[]) =>
    reportGroups(
      project,
      groupsQuery.parse({
        ...days,
        by: "network",
        columns: ages.map((age) => `cohort:${age}:event_users:level_up`).join(","),
      }),
      now,
    );
  const refused = (installs: string, less: string) => ({
    code: "report_too_large",
    message: `Unique users of an event by age are counted for at most ${installs} installs. Choose fewer days${less}, or leave these figures out.`,
  });
  await install(maxCountedInstalls / 2);
  expect((await columns("d1", "d3")).rows).toHaveLength(1);
  await expect(columns("d1", "d3", "d7")).rejects.toMatchObject(refused("333,333", ", fewer ages"));
  await install(maxCountedInstalls / 2);
  expect((await cohorts("true")).total.cells[0]).toMatchObject({ installs: 1_000_000, users: 0 });
  await install(1);
  await expect(cohorts("true")).rejects.toMatchObject(refused("1,000,000", ""));
  expect((await cohorts("false")).total.installs).toBe(1_000_001);
});
