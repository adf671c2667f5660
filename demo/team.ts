import { commandLine } from "@/lib/accounts/audit/actor";
import { createMember } from "@/lib/accounts/create-member";
import { shareInput } from "@/lib/activity/shares/schema";
import { makeShare } from "@/lib/activity/shares/shares";
import { insertSchedule } from "@/lib/alerts/reports/queries";
import { nextRun } from "@/lib/alerts/reports/runs";
import { addDays } from "@/lib/base/days";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { saveTemplate } from "@/lib/campaigns/templates/templates";
import { makeSigningKey, replaceSigningKey } from "@/lib/projects/signing/keys";
import { addAnnotation } from "@/lib/reporting/annotations/annotations";
import { testInput } from "@/lib/reporting/incrementality/schema";
import { addTest } from "@/lib/reporting/incrementality/tests";
import { consentDays } from "@/lib/sample/consent";
import type { AProject } from "@/testing/factories";

/** A team's notes on its charts, including the day of the hard cases. */
export async function addAnnotations(app: AProject, hardDay: string, now: Date) {
  const ago = (days: number) => addDays(dayIn(app.project.timeZone, now), -days);
  const notes = [
    { day: ago(45), text: "Snapchat starts" },
    { day: ago(consentDays), text: "Version 3.2.0 in both stores: it asks for consent" },
    { day: ago(20), text: "Flash sale, two days" },
    { day: ago(14), text: "Pinterest starts: it claims installs without clicks" },
    { day: hardDay, text: "Hard cases: search (⌘K) for “case”" },
  ];
  for (const note of notes) await addAnnotation(app.project, note, commandLine, now);
}

/** Figures shared with people without an account. Returns a link, which is not stored: the first start prints it. */
export async function shareFigures(app: AProject, now: Date): Promise<string> {
  const columns = "installs,spend,cost_per_install,cohort:d7:roas,cohort:d30:roas,projected:d180:roas";
  const shares = [
    {
      title: "Monthly figures for the board",
      window: { days: 30 },
      shown: { kind: "overview" as const, query: "" },
    },
    {
      title: "Paid campaigns, with ROAS by cohort, for the agency",
      window: { days: 90 },
      shown: { kind: "report" as const, query: `by=campaign&traffic=paid&columns=${columns}` },
    },
  ];
  let link = "";
  for (const share of shares) {
    const at = { token: randomBase62(40), now, appUrl: env.APP_URL };
    link = (await makeShare(app.project, shareInput.parse({ ...share, valid_days: 90 }), commandLine, at))
      .link;
  }
  return link;
}

/** A weekly report to a colleague, whose address cannot receive email. */
export async function scheduleReport({ accountId, project }: AProject, now: Date) {
  const times = { cadence: "weekly" as const, weekday: 1, hour: 8 };
  const columns = "reengagements,spend,revenue,roas,cost_per_reengagement";
  const schedule = {
    ...times,
    title: "Retargeting by country",
    shown: {
      kind: "groups" as const,
      query: `by=country&view=retargeting&sort_field=revenue&columns=${columns}`,
    },
    recipients: [colleague.email],
    ...{ webhook: null, on: true, nextAt: nextRun(times, project.timeZone, now), zone: project.timeZone },
  };
  await insertSchedule({ accountId, id: project.id }, schedule, commandLine, { now, most: 100 });
}

/** Templates for new campaigns. */
export async function saveTemplates(app: AProject, campaigns: Map<string, number>, now: Date) {
  const templates = {
    "Meta, app installs": "alps-lookalike",
    Creators: "summit-challenge",
    Newsletter: "newsletter-june",
  };
  for (const [name, id] of Object.entries(templates)) {
    const input = { name, campaign: campaigns.get(id)!, replace: false };
    await saveTemplate(app.project, input, { by: commandLine, now });
  }
}

/** One key for each app; the iPhone app's key was rotated a month ago. */
export async function addSigningKeys(app: AProject, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { key } = await makeSigningKey(app.project, "iPhone app", commandLine, ago(80));
  await makeSigningKey(app.project, "Android app", commandLine, ago(80));
  const rotation = { id: key.id, overlapHours: 60 * 24 };
  await replaceSigningKey(app.project, rotation, commandLine, ago(30));
}

const colleague = { name: "Lena Vogt", email: "lena@cairn.example" };

/**
 * Colleagues, and an agency that sees this project only. Their passwords are random and not stored. They are made after
 * the demo's own member, who must be the owner.
 */
export async function inviteTeam(app: AProject) {
  const person = (name: string, email: string) => ({ name, email, password: randomBase62(24) });
  const project_id = app.project.id;
  await createMember(app.accountId, { ...person(colleague.name, colleague.email), role: "marketer" });
  await createMember(app.accountId, { ...person("Tomás Rey", "tomas@cairn.example"), role: "viewer" });
  await createMember(app.accountId, {
    ...person("Summit Media (agency)", "team@summit-media.example"),
    role: "viewer",
    projects: [{ project_id, role: "marketer" }],
  });
}

/**
 * A campaign of Meta that really ended 40 days ago is a finished pause, with the figures that the demo's history gives it.
 * The other test is planned for next week.
 */
export async function addIncrementalityTests(
  { project }: AProject,
  campaigns: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const day = (ago: number) => addDays(dayIn(project.timeZone, now), -ago);
  const tests = [
    {
      ...{ title: "Meta Broad, ended", kind: "pause_everywhere", network: "META", confidence: 80 },
      ...{ campaigns: [campaigns.get("broad-spring")], starts_on: day(39), ends_on: day(12) },
    },
    {
      ...{ title: "Google in three countries", kind: "pause_regions", network: "GOOGLE", confidence: 80 },
      ...{ countries: ["CH", "DE", "FR"], starts_on: day(-7), ends_on: day(-34) },
    },
  ];
  for (const test of tests) await addTest(project, testInput.parse(test), commandLine, now);
}
