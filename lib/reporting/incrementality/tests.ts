import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { findTests, insertTest, type TestRow, updateTest } from "@/lib/reporting/incrementality/queries";
import { testResult } from "@/lib/reporting/incrementality/result";
import {
  maxIncrementalityTests,
  type ShownTest,
  type TestInput,
  type TestKpi,
} from "@/lib/reporting/incrementality/schema";

export { removeTest } from "@/lib/reporting/incrementality/queries";

function present(row: TestRow, today: string): ShownTest {
  const state = today < row.starts_on ? "planned" : today <= row.ends_on ? "running" : "finished";
  return { ...row, state, created_at: row.created_at.toISOString() };
}

const todayOf = ({ timeZone }: Project, now: Date) => dayIn(timeZone, now);
const unknown = () => new Refusal("not_found", "Not found.");

export async function listTests(project: Project, now: Date) {
  const today = todayOf(project, now);
  return { tests: (await findTests(project.id)).map((row) => present(row, today)) };
}

async function knownTest(project: Project, id: number, now: Date): Promise<ShownTest> {
  const [row] = await findTests(project.id, id);
  if (!row) throw unknown();
  return present(row, todayOf(project, now));
}

export const showTest = async (project: Project, id: number, now: Date) => ({
  test: await knownTest(project, id, now),
});

/** The network under its stored code. */
const withNetwork = async (project: Project, input: TestInput): Promise<TestInput> => ({
  ...input,
  network: await knownNetworkCode(project.id, input.network),
});

export async function addTest(project: Project, input: TestInput, by: Actor, now: Date) {
  const row = await insertTest(project, await withNetwork(project, input), by, now);
  if (!row)
    throw new Refusal(
      "limit_reached",
      `A project has at most ${maxIncrementalityTests} incrementality tests. Remove some first.`,
    );
  return { test: present(row, todayOf(project, now)) };
}

export async function changeTest(project: Project, id: number, input: TestInput, by: Actor, now: Date) {
  const row = await updateTest(project, id, await withNetwork(project, input), by);
  if (!row) throw unknown();
  return { test: present(row, todayOf(project, now)) };
}

export const resultOfTest = async (project: Project, id: number, kpi: TestKpi | undefined, now: Date) =>
  testResult(project, await knownTest(project, id, now), now, kpi);
