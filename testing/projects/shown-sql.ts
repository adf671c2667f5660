import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import { asPageRole } from "@/lib/data-access/query/role-client";

type Rows = Record<string, unknown>[];
const textsOf = (rows: Rows) =>
  rows.map((row) =>
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toJSON() : String(value),
    ]),
  );

/** Runs a shown statement, and once more as a member's query, whose role reads only the project's views. */
export async function runShownSql(project: Pick<Project, "id" | "accountId">, text: string): Promise<Rows> {
  const rows: Rows = [...(await sql.unsafe(text))];
  const asRole: Rows = await asPageRole(project, false, randomUUID(), async ({ tx }) => [
    ...(await tx.unsafe(text)),
  ]);
  expect(textsOf(asRole)).toEqual(textsOf(rows));
  return rows;
}
