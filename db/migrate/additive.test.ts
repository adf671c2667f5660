import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addedColumns, notAdditive } from "@/db/migrate/additive";
import { compareVersions, neededAfter } from "@/db/migrate/compatibility";
import { version } from "@/lib/base/version";
import { lastRelease } from "@/testing/release";

/** Version 0.3 begins with it, on an empty database or with every process of 0.2 stopped (db/adopt). */
const baseline = "0000_baseline.sql";
const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql") && name > baseline);

test("the previous version can serve during every migration since the baseline", () => {
  const wrong = migrations.flatMap((name) =>
    notAdditive(readFileSync(`db/migrations/${name}`, "utf8")).map((why) => `${name} ${why}`),
  );
  expect(wrong).toEqual([]);
});

/** The files with SQL in the last release that contain a word. */
function filesWith(word: string, commit: string): string[] {
  const found = spawnSync("git", ["grep", "-lw", word, commit, "--", "*queries.ts", "db/*.ts"], {
    encoding: "utf8",
  });
  return found.stdout
    .split("\n")
    .filter((name) => name && !/\.test\.ts$|:db\/(schema|world|demo-|seed)/.test(name));
}

const last = lastRelease();

/** The migrations that the last release does not have. */
const unreleased = (commit: string) => {
  const { stdout } = spawnSync("git", ["ls-tree", "--name-only", `${commit}:db/migrations`], {
    encoding: "utf8",
  });
  const released = new Set(stdout.split("\n"));
  return migrations.filter((name) => !released.has(name));
};

test.skipIf("unknown" in last)("no new column has a name used in a statement of the last release", () => {
  if ("unknown" in last) return;
  const known = unreleased(last.commit).flatMap((name) =>
    addedColumns(readFileSync(`db/migrations/${name}`, "utf8"))
      .map((column) => ({ name, column, files: filesWith(column, last.commit) }))
      .filter(({ files }) => files.length > 0),
  );
  expect(known).toEqual([]);
});

test("columns added to existing tables are found, those of new tables are not", () => {
  const text =
    'CREATE TABLE "new" ("a" text);--> statement-breakpoint\nALTER TABLE "new" ADD COLUMN "b" text;\nALTER TABLE "installs" ADD COLUMN "day" date;';
  expect(addedColumns(text)).toEqual(["day"]);
  expect(
    addedColumns(`-- names are qualified: installs.day is asked for nowhere without its table\n${text}`),
  ).toEqual([]);
});

test("the previous version does not need what a contract step since the baseline drops", () => {
  const needed = migrations.map((name) => neededAfter(readFileSync(`db/migrations/${name}`, "utf8")));
  expect(needed.filter((oldest) => compareVersions(oldest, version) >= 0)).toEqual([]);
});

test("no version before 0.3.0 runs on the baseline", () => {
  expect(neededAfter(readFileSync(`db/migrations/${baseline}`, "utf8"))).toBe("0.3.0");
});

test.each([
  'DROP TABLE "event_users" CASCADE;',
  'ALTER TABLE "installs" RENAME COLUMN "lease_until" TO "not_before";',
  'ALTER TABLE "installs" DROP COLUMN "tries";',
  'ALTER TABLE "projects" DROP CONSTRAINT "projects_slug";',
  'ALTER TABLE "projects" ALTER COLUMN "name" DROP DEFAULT;',
  'ALTER TABLE "projects" ALTER COLUMN "name" SET DATA TYPE bigint;',
  'ALTER TABLE "projects" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "projects" ADD COLUMN "kind" text NOT NULL;',
  'ALTER TABLE "projects" ADD CONSTRAINT "kinds" CHECK ("kind" in (\'a\'));',
  'CREATE UNIQUE INDEX "members_name" ON "members" USING btree ("name");',
  'ALTER TABLE "projects" ADD COLUMN "code" text DEFAULT \'a\';--> statement-breakpoint\nCREATE UNIQUE INDEX "projects_code" ON "projects" USING btree ("code");',
  'DROP INDEX "installs_pending";',
  'CREATE TABLE "a" ("b" text);--> statement-breakpoint\n  -- Why.\n ALTER TABLE public.installs\n DROP COLUMN tries;',
])("%s breaks the previous version, and is only allowed in a contract step", (text) => {
  expect(notAdditive(text)).toHaveLength(1);
  expect(notAdditive(`-- contract: needs 0.2.0\n${text}`)).toEqual([]);
});

test.each([
  'CREATE INDEX "clicks_google_gbraid" ON "clicks" USING btree ("project_id");',
  "UPDATE installs s SET reengaged_by = o.id FROM deeplink_opens o;",
  "delete from only clicks where id is null;",
  'ALTER TABLE "events" ADD COLUMN "day" date GENERATED ALWAYS AS (occurred_at::date) STORED;',
  "LOCK TABLE installs;",
])("%s blocks writers, which the migration reports", (text) => {
  expect(notAdditive(text)).toHaveLength(1);
  expect(notAdditive(`-- contract: needs 0.2.0\n${text}`)).toHaveLength(1);
  expect(notAdditive(`-- blocks writes: a second for ten million rows\n${text}`)).toEqual([]);
});

test.each([
  'ALTER TABLE "installs" ADD COLUMN "reengaged_by" uuid;',
  'ALTER TABLE "projects" ADD COLUMN "ended_links" text DEFAULT \'store\' NOT NULL;',
  'ALTER TABLE "projects" ALTER COLUMN "name" DROP NOT NULL;',
  'ALTER TABLE "projects" ADD CONSTRAINT "kinds" CHECK ("kind" in (\'a\')) NOT VALID;',
  'CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");',
  'UPDATE "domains" SET "proved_by" = null;',
  'ALTER TABLE "projects" ADD COLUMN "code" text;--> statement-breakpoint\nCREATE UNIQUE INDEX "projects_code" ON "projects" USING btree ("account_id","code") WHERE "projects"."code" is not null;',
  'CREATE TABLE "claims" ("id" bigint);--> statement-breakpoint\nCREATE UNIQUE INDEX "claims_id" ON "claims" ("id");--> statement-breakpoint\nALTER TABLE "claims" ADD CONSTRAINT "claims_fk" FOREIGN KEY ("id") REFERENCES "public"."projects"("id");',
])("%s is additive", (text) => {
  expect(notAdditive(text)).toEqual([]);
});
