import { expect, test } from "vitest";
import { sql } from "@/db";
import { checkPostgres, migrate } from "@/db/migrate/migrate";

test("a Postgres that is too old is rejected with instructions, before any change", () => {
  for (const version of ["17.6 (Debian 17.6-1)", "9.6.24", "of an unknown version"]) {
    expect(() => checkPostgres(version)).toThrow(
      `The database is Postgres ${version}; Cairn needs Postgres 18 or later.`,
    );
  }
  for (const version of ["18.0", "18beta3", "21.2 (Ubuntu)"])
    expect(() => checkPostgres(version)).not.toThrow();
});

test("a current database is left unchanged", async () => {
  const applied = async () => sql`select hash from drizzle.__drizzle_migrations order by created_at`;
  const before = await applied();
  expect(await migrate()).toEqual({ applied: [], note: null });
  expect(await applied()).toEqual(before);
});
