import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { reportMessage } from "@/lib/alerts/reports/message";
import { queueOne } from "@/lib/alerts/reports/run";
import { reportedDaysOf } from "@/lib/alerts/reports/runs";
import { addSchedule, removeSchedule } from "@/lib/alerts/reports/schedules";
import { scheduleInput } from "@/lib/alerts/reports/schema";
import { sendMails } from "@/lib/alerts/send-emails";
import { pageRole } from "@/lib/data-access/query/queries";
import { changeSavedQuery, removeSavedQuery, saveQuery } from "@/lib/data-access/saved-queries/save";
import { findSqlRoles } from "@/lib/data-access/sql/queries";
import { revokeSqlRole } from "@/lib/data-access/sql/roles";
import { aMember, anInstall, aProject } from "@/testing/factories";
import { aMailServer } from "@/testing/mail-server";

let server: Awaited<ReturnType<typeof aMailServer>>;
const roles = new Set<string>();
beforeAll(async () => {
  server = await aMailServer();
});
afterAll(async () => {
  for (const { name } of await findSqlRoles()) if (roles.has(name)) await revokeSqlRole(name);
  await server.end();
});

async function aQuery(text: string) {
  const app = await aProject();
  const project = (await backgroundProject(app.project.id))!;
  for (const personal of [false, true]) roles.add(pageRole(project, personal));
  const people = await Promise.all(
    [1, 2].map((n) => aMember("viewer", app.accountId, { email: `q${n}-${project.id}@example.com` })),
  );
  const emails = people.map(({ email }) => email);
  const { query } = await saveQuery(project, { name: "Installs", sql: text }, commandLine, new Date());
  const schedule = async () => {
    const input = scheduleInput.parse({
      ...{ title: "Installs by day", cadence: "daily", hour: 8, emails },
      shown: { kind: "query", query: query.id },
    });
    const request = { project, reader: { email: emails[0]!, mayWrite: true } };
    const added = await addSchedule(request, input, commandLine, new Date());
    return { id: added.schedule.id, nextAt: new Date(added.schedule.next_at!) };
  };
  const mails = () => sql<{ state: string; problem: string | null }[]>`
    select state, problem from mails where project_id = ${project.id} order by recipient`;
  const sent = () => server.mails.filter(({ to }) => to.some((each) => emails.includes(each)));
  return { app, project, query, emails, schedule, mails, sent };
}

const later = (at: Date) => new Date(at.getTime() + 1_000);

test("a run sends the rows of its days to each recipient, in the text and as a file", async () => {
  const { app, project, query, schedule, mails, sent } = await aQuery(
    "select count(*) as installs, {{from}} as first, {{to}} as last from cairn.v_installs",
  );
  await anInstall(app, null);
  const { id, nextAt } = await schedule();
  const now = later(nextAt);
  const days = reportedDaysOf({ cadence: "daily" }, project, now);
  expect(await queueOne({ project_id: project.id, id }, now)).toBe(true);
  expect(await sendMails(60_000, () => now, project.id)).toBe(2);
  expect(await mails()).toEqual([1, 2].map(() => ({ state: "sent", problem: null })));
  const data = sent().map((mail) => mail.data.replace(/=\n/g, ""));
  expect(data).toHaveLength(2);
  for (const text of data) {
    expect(text).toContain("installs");
    expect(text).toMatch(new RegExp(`1 +${days.from} +${days.to}`));
    expect(text).toContain(`${project.slug}-query-${days.from}-${days.to}.csv`);
    expect(text).toContain(`/p/${project.id}/report/query?query=3D${query.id}`);
  }
  const message = await reportMessage(
    project,
    { id, title: "Installs by day", shown: { kind: "query", query: query.id } },
    days,
    { appUrl: "https://cairn.example", now },
  );
  expect(message.data).toMatchObject({
    kind: "query",
    url: `https://cairn.example/p/${project.id}/report/query?query=${query.id}`,
    rows: [{ installs: 1, first: days.from, last: days.to }],
    more: 0,
    is_cut: false,
  });
  expect(message.data.text).toContain(`• installs 1, first ${days.from}, last ${days.to}`);
});

test("columns of one name have different IDs, and large numbers keep their digits", async () => {
  const { project, query } = await aQuery("select 1 as n, 12345678901234567890 as n, null::int as n_2");
  const days = { from: "2026-06-01", to: "2026-06-01" };
  const shown = { kind: "query" as const, query: query.id };
  const { data } = await reportMessage(project, { id: 1, title: "N", shown }, days, {
    ...{ appUrl: "https://cairn.example", now: new Date() },
  });
  expect(data).toMatchObject({ rows: [{ n: 1, n_2: "12345678901234567890", n_2_2: null }] });
});

test("a query that fails, or reads personal data, sends its reason instead; it runs once for all recipients", async () => {
  const { project, schedule, mails } = await aQuery("select email from cairn_private.v_users");
  const { id, nextAt } = await schedule();
  const now = later(nextAt);
  await queueOne({ project_id: project.id, id }, now);
  expect(await sendMails(60_000, () => now, project.id)).toBe(0);
  const problem = expect.stringContaining("permission denied");
  expect(await mails()).toEqual([1, 2].map(() => ({ state: "dead", problem })));
  const runs = await sql`
    select from audit_log where project_id = ${project.id} and action = 'query.run' and member_id is null`;
  expect(runs).toHaveLength(1);
});

test("a query with other placeholders cannot be scheduled, nor one of another project", async () => {
  const { schedule } = await aQuery("select {{from}} as day, {{country}} as country");
  await expect(schedule()).rejects.toMatchObject({
    fields: {
      "shown.query": "A scheduled query can have only {{from}} and {{to}}. Replace {{country}} in the query.",
    },
  });
  const [own, other] = [await aQuery("select 1 as one"), await aQuery("select 2 as two")];
  const input = scheduleInput.parse({
    ...{ title: "Of others", cadence: "daily", hour: 8, emails: own.emails },
    shown: { kind: "query", query: other.query.id + 1_000_000 },
  });
  const request = { project: own.project, reader: { email: own.emails[0]!, mayWrite: true } };
  await expect(addSchedule(request, input, commandLine, new Date())).rejects.toMatchObject({
    fields: { "shown.query": "This saved query does not exist." },
  });
});

test("a scheduled query cannot be removed; after a change that needs another value, recipients get the reason", async () => {
  const { project, query, schedule, mails } = await aQuery("select {{from}} as day");
  const { id, nextAt } = await schedule();
  await expect(removeSavedQuery(project, query.id, commandLine)).rejects.toMatchObject({
    message: "A scheduled report sends this query. Delete it under Alerts first.",
  });
  await changeSavedQuery(
    project,
    query.id,
    { name: "Day", sql: "select {{hour}} as hour" },
    commandLine,
    new Date(),
  );
  const now = later(nextAt);
  await queueOne({ project_id: project.id, id }, now);
  await sendMails(60_000, () => now, project.id);
  expect((await mails())[0]).toEqual({ state: "dead", problem: "{{hour}} has no value." });
  await removeSchedule(project, id, commandLine);
  expect(await removeSavedQuery(project, query.id, commandLine)).toEqual({ id: query.id });
});
