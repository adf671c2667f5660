import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { queueOne } from "@/lib/alerts/reports/run";
import { reportedDaysOf } from "@/lib/alerts/reports/runs";
import { addSchedule, listSchedules } from "@/lib/alerts/reports/schedules";
import { type ShownReport, scheduleInput } from "@/lib/alerts/reports/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { chatMessage } from "@/lib/outbound/kinds/webhook/chats";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { saveProject } from "@/lib/projects/save";
import { aCampaign, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { scheduledReport } from "@/testing/webhook-samples";

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

const campaigns: ShownReport = {
  kind: "campaigns",
  query: "columns=installs,spend&sort_field=installs&sort_order=descending",
};

/** A weekly report to one of two webhooks without rules for reports. */
async function scheduled(shown: ShownReport) {
  const app = await aProject();
  const [receiver, other] = [await aReceiver(), await aReceiver()];
  ends.push(receiver.end, other.end);
  const hook = async (url: string) => {
    const input = { kind: "webhook", name: "Team", mode: "live" as const, settings: { url }, secrets: {} };
    const rules = rulesNamed(["payment.completed"]);
    return (await createDestination(app.project, { ...input, rules }, commandLine, new Date())).destination
      .id;
  };
  await hook(other.url);
  const webhook = await hook(receiver.url);
  const project = (await backgroundProject(app.project.id))!;
  const request = { project, reader: { email: "", mayWrite: true } };
  const input = scheduleInput.parse({ title: "Weekly", shown, cadence: "weekly", hour: 8, webhook });
  const { schedule } = await addSchedule(request, input, commandLine, new Date());
  const due = new Date(new Date(schedule.next_at!).getTime() + 1_000);
  const days = reportedDaysOf({ cadence: "weekly" }, project, due);
  const run = () => queueOne({ project_id: project.id, id: schedule.id }, due);
  const sent = async (count: number) => {
    const calls = async () => {
      await enqueueFacts(5_000, () => new Date(), project.id);
      await sendDue(
        5_000,
        defaultDependencies(() => due),
        project.id,
      );
      return receiver.calls.length;
    };
    // Other tests have open transactions, and later events are not read until those end.
    await expect.poll(calls, { interval: 20 }).toBe(count);
    expect(other.calls).toEqual([]);
    return receiver.bodies();
  };
  const put = (campaign: number, day: string, measure: string, count: number, amount = 0) => sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count, amount, name)
    values (${project.id}, ${day}::text::date, ${campaign}, ${measure}, 'IOS', ${count}, ${amount},
      ${measure === "payment" ? "FIRST_PAYMENT" : ""})`;
  return { app, project, asking: request, schedule, days, run, sent, put };
}

test("a webhook of a schedule receives each run once, with its rows and a text for chats", async () => {
  const { app, asking: request, schedule, days, run, sent, put } = await scheduled(campaigns);
  for (const [name, installs] of [
    ["Alps <&>", 12],
    ["Baltic", 3],
  ] as const) {
    const { id } = await aCampaign(app, { name });
    await put(id, days.to, "installs", installs);
    await put(id, days.from, "spend", 0, installs * 1_050);
  }
  expect((await Promise.all([run(), run()])).sort()).toEqual([false, true]);
  const [reported] = await sent(1);
  expect(reported).toMatchObject({
    type: "report.scheduled",
    data: {
      id: schedule.id,
      ...days,
      currency: "USD",
      rows: [
        { campaign: "Alps <&>", installs: 12, spend: 126 },
        { campaign: "Baltic", installs: 3, spend: 31.5 },
      ],
      more: 0,
    },
  });
  expect(Object.keys(reported.data).sort()).toEqual(Object.keys(scheduledReport.data).sort());
  const { text } = chatMessage("slack", reported) as { text: string };
  expect(text).toContain("• Alps &lt;&amp;&gt;: Installs 12, Spend $126.00\n• Baltic:");
  expect(text).toMatch(/\/report\?range=custom&amp;from=\S+$/);
  const listed = await listSchedules(request);
  expect(listed.schedules).toMatchObject([
    { emailed: 0, webhook: { name: "Team", standing: "live" }, last: { sent: 1, waiting: 0, failed: 0 } },
  ]);
});

test("a weekly summary compares the week with the one before, and has the best and the weakest campaign", async () => {
  const { app, days, run, sent, put } = await scheduled({ kind: "summary" });
  const week = async (day: string, times: number) => {
    for (const [name, spend, revenue] of [
      ["Good", 1_000, 3_000],
      ["Fair", 1_000, 1_500],
      ["Poor", 1_000, 200],
    ] as const) {
      const known = await sql<{ id: number }[]>`
        select id from campaigns where project_id = ${app.project.id} and name = ${name}`;
      const id = known[0]?.id ?? (await aCampaign(app, { name })).id;
      await put(id, day, "spend", 0, spend * times);
      await put(id, day, "payment", 1, revenue * times);
    }
  };
  const before = new Date(Date.parse(days.to) - 7 * 86_400_000).toISOString().slice(0, 10);
  await week(days.to, 2);
  await week(before, 1);
  // Organic traffic is part of the figures, but not a campaign.
  await put(0, days.to, "installs", 40);
  expect(await run()).toBe(true);
  const [{ data }] = await sent(1);
  expect(data).toMatchObject({
    kind: "summary",
    previous: { to: before },
    figures: {
      installs: { value: 40, previous: 0 },
      spend: { value: 60, previous: 30 },
      revenue: { value: 94, previous: 47 },
      roas: { value: 1.57, previous: 1.57 },
    },
    best: [{ campaign: "Good", roas: 3 }, { campaign: "Fair" }],
    worst: [{ campaign: "Poor", spend: 20, revenue: 4 }],
    alerts: [],
  });
  expect(data.text).toContain("Spend: $60.00 (+100%; the week before $30.00)");
  expect(data.text).toContain("Lowest ROAS: Poor (0.20: $4.00 of $20.00).");
});

test("a summary is weekly, and a schedule needs a recipient: a member or a webhook of the project", async () => {
  const wrong = (more: object) =>
    scheduleInput
      .safeParse({ title: "W", shown: { kind: "summary" }, cadence: "weekly", hour: 8, webhook: 1, ...more })
      .error?.issues.map(({ path }) => path.join("."));
  expect(wrong({})).toBeUndefined();
  expect(wrong({ cadence: "daily" })).toEqual(["cadence"]);
  expect(wrong({ webhook: null })).toEqual(["emails"]);
  const { asking: request } = await scheduled(campaigns);
  const input = scheduleInput.parse({ title: "W", shown: campaigns, cadence: "daily", hour: 8, webhook: 1 });
  await expect(addSchedule(request, input, commandLine, new Date())).rejects.toThrow("Choose a webhook.");
});

test("after a change of the project's time zone the next run follows the new one, and nothing is sent before", async () => {
  const { app, project, schedule, sent } = await scheduled(campaigns);
  const now = new Date();
  await saveProject(app.project, { time_zone: "Asia/Kathmandu" }, commandLine, now);
  const due = { project_id: project.id, id: schedule.id };
  const [row] = await sql<{ next_at: Date }[]>`
    select next_at from report_schedules where project_id = ${project.id}`;
  expect(row!.next_at.getTime()).toBe(now.getTime());
  expect(await queueOne(due, now)).toBe(false);
  const [moved] = await sql<{ next_at: Date; last_at: Date | null }[]>`
    select next_at, last_at from report_schedules where project_id = ${project.id}`;
  // This is 08:00 in the new zone.
  expect(moved!.next_at.toISOString().slice(11)).toBe("02:15:00.000Z");
  expect(moved!.last_at).toBeNull();
  expect(await queueOne(due, now)).toBe(false);
  await sent(0);
});
