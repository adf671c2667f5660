import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { shareInput } from "@/lib/activity/shares/schema";
import { makeShare } from "@/lib/activity/shares/shares";
import { addAlertRule } from "@/lib/alerts/alerts";
import { addSchedule } from "@/lib/alerts/reports/schedules";
import { scheduleInput } from "@/lib/alerts/reports/schema";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { addBlockEntry } from "@/lib/attribution/blocks/blocks";
import { blockInput } from "@/lib/attribution/blocks/schema";
import { randomBase62 } from "@/lib/base/ids";
import { addNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { networkInput } from "@/lib/campaigns/custom-networks/schema";
import { saveTemplate } from "@/lib/campaigns/templates/templates";
import { addFileExport } from "@/lib/data-access/files/exports";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { saveQuery } from "@/lib/data-access/saved-queries/save";
import { addAudience } from "@/lib/outbound/audiences/manage/audiences";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { addDomain } from "@/lib/projects/domains/add";
import { testInput } from "@/lib/reporting/incrementality/schema";
import { addTest } from "@/lib/reporting/incrementality/tests";
import { setBudget } from "@/lib/spend/budgets/budgets";
import { budgetInput } from "@/lib/spend/budgets/schema";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const now = new Date();
const appUrl = "https://cairn.example.net";
const reader = { email: "", mayWrite: true };
const someName = () => randomBase62(10).toLowerCase();

const files = {
  ...{
    title: "Files",
    datasets: ["campaigns"],
    format: "ndjson",
    cadence: "daily",
    storage: "s3",
    on: false,
  },
  place: { endpoint: "https://storage.invalid", region: "auto", bucket: "exports", access_key_id: "AKIA1" },
  secrets: { secret_access_key: "secret" },
};
const paused = {
  ...{ title: "Meta paused", kind: "pause_regions", network: "META", countries: ["DE"] },
  ...{ starts_on: "2026-06-01", ends_on: "2026-06-28" },
};

type Cap = {
  table: string;
  most: number;
  add(app: AProject, campaign: number): Promise<unknown>;
  /** Stores so many rows at once, where one by one would take too long. */
  fill?(app: AProject, rows: number): Promise<unknown>;
};

const caps: Cap[] = [
  {
    table: "alert_rules",
    most: 100,
    add: ({ project }) =>
      addAlertRule({ project, reader }, alertRuleInput.parse({ kind: "domain" }), commandLine, now),
  },
  {
    table: "report_schedules",
    most: 100,
    add: ({ project }) => {
      const input = scheduleInput.parse({
        title: "Weekly",
        shown: { kind: "campaigns", query: "" },
        ...{ cadence: "weekly", hour: 8, on: false, emails: ["a@example.com"] },
      });
      return addSchedule({ project, reader }, { ...input, emails: [] }, commandLine, now);
    },
  },
  {
    table: "share_links",
    most: 200,
    add: ({ project }) =>
      makeShare(
        project,
        shareInput.parse({
          title: "Report",
          valid_days: 7,
          window: { from: "2026-03-01", to: "2026-03-31" },
          shown: { kind: "overview", query: "" },
        }),
        commandLine,
        { token: someName(), now, appUrl },
      ),
  },
  {
    table: "domain_claims",
    most: 50,
    add: ({ project }) => addDomain(project, `${someName()}.example.com`, commandLine, { now, appUrl }),
  },
  {
    table: "campaign_templates",
    most: 200,
    add: ({ project }, campaign) =>
      saveTemplate(project, { name: someName(), campaign, replace: false }, { by: commandLine, now }),
  },
  {
    table: "incrementality_tests",
    most: 100,
    add: ({ project }) => addTest(project, testInput.parse(paused), commandLine, now),
  },
  {
    table: "audiences",
    most: 50,
    add: ({ project }) =>
      addAudience(
        project,
        audienceInput.parse({ title: "All", conditions: {}, kind: "csv", on: false }),
        commandLine,
        now,
      ),
  },
  {
    table: "custom_networks",
    most: 200,
    add: ({ project }) =>
      addNetwork(project, networkInput.parse({ name: `Net ${someName()}` }), { by: commandLine, now }),
  },
  {
    table: "file_exports",
    most: 50,
    add: ({ project }) => addFileExport(project, fileExportInput.parse(files), commandLine, now),
  },
  {
    table: "saved_queries",
    most: 500,
    fill: ({ project }, rows) => sql`
      insert into saved_queries (project_id, name, sql, saved_by, saved_at)
      select ${project.id}, 'q' || n, 'select 1', 'x', now() from generate_series(1, ${rows}::int) n`,
    add: ({ project }) => saveQuery(project, { name: someName(), sql: "select 1" }, commandLine, now),
  },
  {
    table: "budgets",
    most: 1_000,
    fill: ({ project }, rows) => sql`
      insert into budgets (project_id, network, amount_minor, currency, created_by, created_at, updated_at)
      select ${project.id}, 'n' || n, 100, ${project.currency}, 'x', now(), now()
      from generate_series(1, ${rows}::int) n`,
    add: async (app) => {
      const { id } = await aCampaign(app);
      const { currency } = app.project;
      return setBudget(
        app.project,
        budgetInput.parse({ campaign_id: id, amount: 5, currency, from: null, to: null }),
        commandLine,
        now,
      );
    },
  },
  {
    table: "block_entries",
    most: 2_000,
    fill: ({ project }, rows) => sql`
      insert into block_entries (project_id, kind, value, action, reason, created_by, created_at, starts_at)
      select ${project.id}, 'publisher', 'p' || n, 'tag', 'x', 'x', now(), now() from generate_series(1, ${rows}::int) n`,
    add: ({ project }) =>
      addBlockEntry(
        project,
        blockInput.parse({ kind: "publisher", value: someName(), action: "tag", reason: "Fast clicks" }),
        { by: commandLine, now },
      ),
  },
];

test.each(caps)("$table: however many rows are added concurrently, there are at most $most", async (cap) => {
  const app = await aProject();
  const { id: campaign } = await aCampaign(app);
  const neighbour = await aProject();
  if (cap.fill) await cap.fill(app, cap.most - 3);
  for (let n = 0; !cap.fill && n < cap.most - 3; n += 20)
    await Promise.all(Array.from({ length: Math.min(20, cap.most - 3 - n) }, () => cap.add(app, campaign)));
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => cap.add(app, campaign)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason.status).toBeOneOf([400, 409]);
  const [row] =
    await sql`select count(*)::int as count from ${sql(cap.table)} where project_id = ${app.project.id}`;
  expect(row?.count).toBe(cap.most);
  const { id: other } = await aCampaign(neighbour);
  await cap.add(neighbour, other);
});

test("no statement that adds a row counts the others itself", () => {
  const counting = /insert into (\w+)[^;`]*?where[^;`]*?\(select count\(\*\) from \1\b[^;`]*?\)\s*<=?\s/;
  const files = globSync("{app,lib,server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const wrong = files.filter((file) => counting.test(readFileSync(file, "utf8")));
  expect(wrong).toEqual([]);
});
