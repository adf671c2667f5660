import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import {
  maxIncrementalityTests,
  type ShownTest,
  type TestInput,
} from "@/lib/reporting/incrementality/schema";

export type TestRow = Omit<ShownTest, "state" | "created_at"> & { created_at: Date };

const columns = () => sql`
  t.id, t.title, t.kind, t.network, t.campaigns, t.kpi, t.countries, t.starts_on::text as starts_on,
  t.ends_on::text as ends_on, t.confidence, t.created_by, t.created_at`;

/** The latest first. */
export const findTests = (projectId: ProjectId, id: number | null = null): Promise<TestRow[]> => sql<
  TestRow[]
>`
  select ${columns()} from incrementality_tests t
  where t.project_id = ${projectId} and (${id}::bigint is null or t.id = ${id}::bigint)
  order by t.starts_on desc, t.id desc limit ${maxIncrementalityTests}`;

const detailOf = ({ kind, network, kpi, countries, starts_on, ends_on }: TestInput) => ({
  kind,
  network,
  kpi,
  countries: countries.join(", "),
  days: `${starts_on} to ${ends_on}`,
});

/** Null if the project has as many tests as it may have. */
export async function insertTest(
  { accountId: account, id: project }: Owner,
  input: TestInput,
  by: Actor,
  now: Date,
): Promise<TestRow | null> {
  const [row] = await audited<TestRow>(
    by,
    { account, project, action: "incrementality-test.add", target: input.title, detail: detailOf(input) },
    sql`
      insert into incrementality_tests as t (project_id, title, kind, network, campaigns, kpi, countries, starts_on, ends_on,
        confidence, created_by, created_at)
      select ${project}, ${input.title}, ${input.kind}, ${input.network}, ${input.campaigns}::bigint[], ${input.kpi},
        ${input.countries}::text[], ${input.starts_on}::text::date, ${input.ends_on}::text::date, ${input.confidence},
        ${by.name}, ${now}::timestamptz
      where ${isBelowRowLimit("incrementality_tests", project, maxIncrementalityTests)}
      returning ${columns()}`,
  );
  return row ?? null;
}

export async function updateTest(
  { accountId: account, id: project }: Owner,
  id: number,
  input: TestInput,
  by: Actor,
): Promise<TestRow | null> {
  const [row] = await audited<TestRow>(
    by,
    {
      account,
      project,
      action: "incrementality-test.edit",
      target: input.title,
      detail: withBefore(
        detailOf(input),
        sql`(
          select jsonb_build_object('kind', was.kind, 'network', was.network, 'kpi', was.kpi,
            'countries', array_to_string(was.countries, ', '), 'days', was.starts_on || ' to ' || was.ends_on)
          from incrementality_tests was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update incrementality_tests t set title = ${input.title}, kind = ${input.kind}, network = ${input.network},
        campaigns = ${input.campaigns}::bigint[], kpi = ${input.kpi}, countries = ${input.countries}::text[],
        starts_on = ${input.starts_on}::text::date, ends_on = ${input.ends_on}::text::date, confidence = ${input.confidence}
      where t.project_id = ${project} and t.id = ${id}
      returning ${columns()}`,
  );
  return row ?? null;
}

export const removeTest = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "incrementality_tests",
    action: "incrementality-test.remove",
    target: sql`changed.title`,
  });
