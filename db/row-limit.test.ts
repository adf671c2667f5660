import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { shareInput } from "@/lib/activity/shares/schema";
import { makeShare } from "@/lib/activity/shares/shares";
import { addAlertRule } from "@/lib/alerts/alerts";
import { addSchedule } from "@/lib/alerts/reports/schedules";
import { scheduleInput } from "@/lib/alerts/reports/schema";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { randomBase62 } from "@/lib/base/ids";
import { saveTemplate } from "@/lib/campaigns/templates/templates";
import { addDomain } from "@/lib/projects/domains/add";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const now = new Date();
const appUrl = "https://cairn.example.net";
const reader = { email: "", mayWrite: true };
const someName = () => randomBase62(10).toLowerCase();

type Cap = { table: string; most: number; add(app: AProject, campaign: number): Promise<unknown> };

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
];

test.each(caps)("$table: however many rows are added concurrently, there are at most $most", async (cap) => {
  const app = await aProject();
  const { id: campaign } = await aCampaign(app);
  const neighbour = await aProject();
  for (let n = 0; n < cap.most - 3; n += 20)
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
