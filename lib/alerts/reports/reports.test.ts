import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { reportMessage } from "@/lib/alerts/reports/message";
import { queueOne } from "@/lib/alerts/reports/run";
import { reportedDaysOf } from "@/lib/alerts/reports/runs";
import { addSchedule, removeSchedule, sendScheduleNow } from "@/lib/alerts/reports/schedules";
import { readCampaignReport, type ShownReport, scheduleInput } from "@/lib/alerts/reports/schema";
import { tableOfReport } from "@/lib/alerts/reports/tables";
import { sendMails } from "@/lib/alerts/send-emails";
import { reportCsv } from "@/lib/reporting/table/csv";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { aMailServer } from "@/testing/mail-server";

let server: Awaited<ReturnType<typeof aMailServer>>;
beforeAll(async () => {
  server = await aMailServer();
});
afterAll(() => server.end());

const campaigns: ShownReport = {
  kind: "campaigns",
  query: "columns=installs,spend&sort_field=installs&sort_order=descending",
};

async function scheduled(shown = campaigns, people = 1) {
  const app = await aProject();
  const project = (await backgroundProject(app.project.id))!;
  const team = await Promise.all(
    Array.from({ length: people }, (_, n) =>
      aMember("viewer", app.accountId, { email: `r${n}-${project.id}@example.com` }),
    ),
  );
  const emails = team.map(({ email }) => email);
  const request = { project, reader: { email: emails[0]!, mayWrite: true } };
  const input = scheduleInput.parse({ title: "Weekly", shown, cadence: "weekly", hour: 8, emails });
  const { schedule } = await addSchedule(request, input, commandLine, new Date());
  return {
    app,
    project,
    asking: request,
    emails,
    team,
    id: schedule.id,
    nextAt: new Date(schedule.next_at!),
  };
}
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
const mailsOf = (project: number) =>
  sql<
    { recipient: string; state: string; problem: string | null }[]
  >`select recipient, state, problem from mails where project_id = ${project} order by recipient`;
const sentTo = (emails: string[]) =>
  server.mails.filter(({ to }) => to.some((each) => emails.includes(each)));

/** The decoded parts of an email. */
function partsOf(data: string): { head: string; body: string }[] {
  return data
    .split(/^--.*$/m)
    .map((part) => part.replace(/^\n/, ""))
    .filter((part) => part.includes("\n\n"))
    .map((part) => {
      const end = part.indexOf("\n\n");
      const [head, body] = [part.slice(0, end), part.slice(end + 2)];
      if (/base64/i.test(head)) return { head, body: Buffer.from(body, "base64").toString("utf8") };
      const bytes = body
        .replace(/=\n/g, "")
        .replace(/((?:=[0-9A-F]{2})+)/g, (hex) =>
          Buffer.from(hex.replaceAll("=", ""), "hex").toString("utf8"),
        );
      return { head, body: /quoted-printable/i.test(head) ? bytes : body };
    });
}

test("an email has the report's figures, its first rows and its own file", async () => {
  const { app, project, emails, id, nextAt } = await scheduled();
  const now = later(nextAt, 1_000);
  const days = reportedDaysOf({ cadence: "weekly" }, project, now);
  for (let n = 1; n <= 22; n += 1) {
    const campaign = await aCampaign(app, { name: `Ad <${n}>` });
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, count)
      select ${project.id}, ${days.to}::date + x.after, ${campaign.id}, 'installs', 'IOS', x.installs
      from (values (-6, ${n * 1_000}::int), (0, ${n * 1_000}::int), (1, 7)) x(after, installs)`;
  }
  expect(await queueOne({ project_id: project.id, id }, now)).toBe(true);
  await sendMails(5_000, () => now, project.id);
  const [mail] = sentTo(emails);
  const parts = partsOf(mail!.data);
  const html = parts.find(({ head }) => head.includes("text/html"))!.body;
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
  );
  expect(rows[0]).toEqual(["Campaign", "Installs", "Spend"]);
  expect(rows[1]!.slice(0, 2)).toEqual(["Ad &lt;22&gt;", "44,000"]);
  expect(rows.slice(1, 21)).toHaveLength(20);
  // 2 × 1,000 × (1 + … + 22), of which two campaigns do not have their own row.
  expect(rows.find(([name]) => name === "All (blended)")![1]).toBe("506,000");
  expect(html).toContain("2 more rows not shown here.");
  expect(html).toContain(`range=custom&amp;from=${days.from}&amp;to=${days.to}`);
  expect(html).not.toMatch(/<img|src=/);
  const file = parts.find(({ head }) => head.includes("attachment"))!;
  expect(file.head).toContain(`report-${days.from}-${days.to}.csv`);
  const query = readCampaignReport(campaigns.query);
  expect(file.body).toBe(await reportCsv(project, { ...query.data!, ...days }, now));
});

test("a report has figures of cohorts in its rows, totals and file", async () => {
  const columns = "installs,cohort:d1:roas,cohort:d30:roas";
  for (const kind of ["campaigns", "groups"] as const) {
    const app = await aProject({ timeZone: "UTC", currency: "EUR" });
    const { project } = app;
    const campaign = await aCampaign(app, { name: "Autumn" });
    for (const [measure, name, count, amount] of [
      ["installs", "", 4, 0],
      ["spend", "", 0, 1_000],
      ["revenue_since", "1", 0, 250],
    ] as const)
      await sql`
        insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
        values (${project.id}, '2026-06-05', ${campaign.id}, ${measure}, ${name}, 'IOS', ${count}, ${amount})`;
    const query = `columns=${columns}${kind === "groups" ? "&by=campaign" : ""}`;
    const days = { from: "2026-06-01", to: "2026-06-07" };
    const now = new Date("2026-06-08T09:00:00Z");
    const table = await tableOfReport(project, { kind, query }, days, 20, now);
    expect(table.columns.map(({ label }) => label)).toEqual(["Installs", "ROAS D1", "ROAS D30"]);
    expect(table.rows).toEqual([{ names: ["Autumn"], values: [4, 0.25, null] }]);
    expect(table.totals.at(-1)!.values).toEqual([4, 0.25, null]);
    expect(await table.csv()).toMatch(/4,"0\.25","–"/);
  }
});

test("a weekly report waits until its figures of D7 are complete, or says why they are empty", async () => {
  const query = "columns=installs,cohort:d1:roas,cohort:d7:roas&sort_field=installs&sort_order=descending";
  const now = new Date("2026-11-24T08:00:00Z");
  for (const { mature, days, notes, roas } of [
    { mature: true, days: { from: "2026-11-09", to: "2026-11-15" }, notes: [], roas: "0.40" },
    {
      mature: false,
      days: { from: "2026-11-16", to: "2026-11-22" },
      notes: [
        "D1 is complete 2 days after the install, so columns of D1 cover installs up to Saturday, November 21, 2026.",
        "D7 is complete 8 days after the install, so columns of D7 are empty.",
      ],
      roas: "–",
    },
  ]) {
    const { app, project, emails, id } = await scheduled({ kind: "campaigns", query, mature });
    const campaign = await aCampaign(app, { name: "Autumn" });
    for (const day of ["2026-11-10", "2026-11-17"])
      for (const [measure, name, count, amount] of [
        ["installs", "", 4, 0],
        ["spend", "", 0, 1_000],
        ["revenue_since", "1", 0, 250],
        ["revenue_since", "6", 0, 150],
      ] as const)
        await sql`
          insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
          values (${project.id}, ${day}::text::date, ${campaign.id}, ${measure}, ${name}, 'IOS', ${count}, ${amount})`;
    await sql`update report_schedules set next_at = ${now} where project_id = ${project.id}`;
    expect(await queueOne({ project_id: project.id, id }, now)).toBe(true);
    await sendMails(5_000, () => now, project.id);
    const [mail] = sentTo(emails);
    const parts = partsOf(mail!.data);
    const html = parts.find(({ head }) => head.includes("text/html"))!.body;
    const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => cells(row!));
    expect(rows[0]).toEqual(["Campaign", "Installs", "ROAS D1", "ROAS D7"]);
    expect(rows.find(([name]) => name === "Autumn")).toEqual(["Autumn", "4", "0.25", roas]);
    expect(html).toContain(`range=custom&amp;from=${days.from}&amp;to=${days.to}`);
    for (const note of notes) expect(html).toContain(note);
    if (notes.length === 0) expect(html).not.toContain("is complete");
    expect(parts.find(({ head }) => head.includes("attachment"))!.head).toContain(
      `report-${days.from}-${days.to}.csv`,
    );
    const message = await reportMessage(
      project,
      { id, title: "Weekly", shown: { kind: "campaigns", query, mature } },
      days,
      { appUrl: "https://cairn.example", now },
    );
    const text = message.data.text.split("\n");
    expect(text).toEqual(expect.arrayContaining([...notes, expect.stringContaining(`ROAS D7 ${roas}`)]));
  }
});

test("two processes, and a repeated run, send each member one email", async () => {
  const { project, emails, team, id, nextAt } = await scheduled(campaigns, 3);
  const due = { project_id: project.id, id };
  expect(await queueOne(due, later(nextAt, -1))).toBe(false);
  const now = later(nextAt, 1);
  expect((await Promise.all([queueOne(due, now), queueOne(due, now)])).sort()).toEqual([false, true]);
  expect(await queueOne(due, now)).toBe(false);
  await sql`delete from memberships where member_id = ${team[2]!.id}`;
  await Promise.all([sendMails(5_000, () => now, project.id), sendMails(5_000, () => now, project.id)]);
  await expect
    .poll(async () => (await mailsOf(project.id)).map(({ state, problem }) => [state, problem]))
    .toEqual([
      ["sent", null],
      ["sent", null],
      ["dead", "The recipient is no longer a member of the team."],
    ]);
  expect(
    sentTo(emails)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(emails.slice(0, 2));
  // The period has no activity, and the email says so.
  expect(sentTo(emails)[0]!.data).toContain("There was no activity in this period.");
  const [{ next_at }] = await sql<
    [{ next_at: Date }]
  >`select next_at from report_schedules where project_id = ${project.id}`;
  expect(next_at > now).toBe(true);
});

test("a report that cannot be shown any more, or was deleted, is not sent, and has a reason", async () => {
  const { project, asking: request, emails, id } = await scheduled();
  const [now, next] = [new Date(), later(new Date(), 120_000)];
  await sendScheduleNow(request, id, commandLine, now);
  await sql`update report_schedules set shown = '{"kind":"groups","query":"by=moods"}' where project_id = ${project.id}`;
  await sendMails(5_000, () => later(now, 1), project.id);
  expect((await mailsOf(project.id)).map(({ state, problem }) => [state, problem])).toEqual([
    ["dead", "The report's filters are no longer valid. Schedule it again."],
  ]);
  await sendScheduleNow(request, id, commandLine, next);
  await removeSchedule(project, id, commandLine);
  await sendMails(5_000, () => later(next, 1), project.id);
  expect((await mailsOf(project.id)).map(({ problem }) => problem)).toContain(
    "The alert or report was deleted.",
  );
  expect(sentTo(emails)).toEqual([]);
});
