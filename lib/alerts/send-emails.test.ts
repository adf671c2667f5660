import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addAlertRule, changeAlertRule, stopEmails } from "@/lib/alerts/alerts";
import { evaluateOne } from "@/lib/alerts/evaluate/run";
import { type Email, renderEmail } from "@/lib/alerts/mail/email";
import { findDueMails } from "@/lib/alerts/mail/queries";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { sendMails } from "@/lib/alerts/send-emails";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { aMailServer } from "@/testing/mail-server";

const email: Email = {
  subject: "Trail\r\nBcc: everybody@example.com",
  lead: ["Installs fell to <b>5</b>."],
  table: { headers: ["Campaign", "Installs"], rows: [["Summer & co", "5"]] },
  notes: [],
  link: { label: "Open", url: "https://cairn.example.com/p/1/alerts/2" },
  footer: { text: "Why.", url: "https://cairn.example.com/p/1/alerts/2" },
  attachment: null,
};

test("emails are plain: names cannot add markup or headers, and nothing is loaded", () => {
  const { subject, text, html } = renderEmail(email);
  expect(subject).toBe("Trail Bcc: everybody@example.com");
  expect(text).toContain("Summer & co         5");
  expect(html).toContain("Summer &amp; co");
  expect(html).toContain("&lt;b&gt;5&lt;/b&gt;");
  expect(html).not.toMatch(/<img|src=|@import|url\(/);
});

const now = () => new Date();
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** A rule that fires immediately: its limit is never reached. */
async function aFiringRule(emails: string[], app: Awaited<ReturnType<typeof aProject>>, more: object = {}) {
  const campaign = await aCampaign(app);
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count)
    select ${app.project.id}, current_date - back, ${campaign.id}, 'installs', 'IOS', 1 from generate_series(0, 3) back`;
  const input = {
    kind: "limit",
    metric: "installs",
    side: "below",
    limit: 5,
    emails,
    webhooks: false,
    name: "Few",
    ...more,
  };
  const request = { project: app.project, reader: { email: emails[0] ?? "", mayWrite: true } };
  const { rule } = await addAlertRule(request, alertRuleInput.parse(input), commandLine, now());
  return { asking: request, id: rule.id };
}
const fire = (project: number, id: number) =>
  evaluateOne({ project_id: project, id }, { now, appHost: "cairn.example.com" });
const rowsOf = (project: number) =>
  sql<
    { recipient: string; state: string; tries: number; problem: string | null }[]
  >`select recipient, state, tries, problem from mails where project_id = ${project} order by recipient`;

test("members get one email for an alert; former members and strangers get none", async () => {
  let busy = true;
  const server = await aMailServer((to) => {
    if (to.startsWith("busy") && busy) {
      busy = false;
      return "451 later";
    }
    return to.startsWith("gone") ? "550 nobody here" : "250 ok";
  });
  ends.push(server.end);
  const app = await aProject();
  const people = await Promise.all(
    ["here", "busy", "gone", "left"].map((name) =>
      aMember("viewer", app.accountId, { email: `${name}-${app.project.id}@example.com` }),
    ),
  );
  const emails = people.map(({ email }) => email);
  const stranger = await aMember("viewer");
  await expect(aFiringRule([stranger.email], app)).rejects.toThrow("isn't a member of this project's team");
  const { id } = await aFiringRule(emails, app);
  await fire(app.project.id, id);
  await fire(app.project.id, id);
  const left = people[3]!;
  await sql`delete from memberships where account_id = ${app.accountId} and member_id = ${left.id}`;
  const own = () => server.mails.filter(({ to }) => to.some((each) => emails.includes(each)));
  await Promise.all([sendMails(5_000, now, app.project.id), sendMails(5_000, now, app.project.id)]);
  await expect
    .poll(async () =>
      (await rowsOf(app.project.id)).map(({ recipient, state }) => `${recipient.split("-")[0]} ${state}`),
    )
    .toEqual(["busy queued", "gone dead", "here sent", "left dead"]);
  // A minute later the postponed email is retried.
  const later = () => new Date(Date.now() + 10 * 60_000);
  await sendMails(5_000, later, app.project.id);
  expect((await rowsOf(app.project.id))[0]).toMatchObject({ state: "sent", tries: 2, problem: null });
  expect(own().map(({ to }) => to[0]!.split("-")[0])).toEqual(["here", "busy"]);
  const [{ data, from }] = own() as [(typeof server.mails)[number]];
  expect(from).toBe("cairn@example.com");
  expect(data).toContain("Few");
  expect(data).toContain("List-Unsubscribe: <http");
  expect(data).toMatch(/Installs: \d on \w+ \d+, \d{4}, below 5\./);
  expect(data).not.toContain("left-");
});

test("members can stop the emails of a rule without the right to change it", async () => {
  const server = await aMailServer();
  ends.push(server.end);
  const app = await aProject();
  const { email } = await aMember("viewer", app.accountId);
  const { asking: request, id } = await aFiringRule([email], app);
  const { rule } = await stopEmails(
    { ...request, reader: { email, mayWrite: false } },
    id,
    commandLine,
    now(),
  );
  expect(rule).toMatchObject({ emailed: 0, emails_me: false });
  await fire(app.project.id, id);
  expect(await rowsOf(app.project.id)).toEqual([]);
});

test("an email in the queue is not sent to a member who stopped it meanwhile; stopping other emails changes nothing", async () => {
  const server = await aMailServer();
  ends.push(server.end);
  const app = await aProject();
  const { email } = await aMember("viewer", app.accountId);
  const { asking: request, id } = await aFiringRule([email], app);
  await fire(app.project.id, id);
  const stop = () =>
    stopEmails({ ...request, reader: { email, mayWrite: false } }, id, commandLine, new Date(Date.now() + 5));
  const once = await stop();
  expect((await stop()).rule.updated_at).toBe(once.rule.updated_at);
  await sendMails(5_000, now, app.project.id);
  await expect
    .poll(() => rowsOf(app.project.id))
    .toMatchObject([{ state: "dead", problem: "The rule no longer emails this recipient." }]);
  const logged = await sql`
    select 1 from audit_log where project_id = ${app.project.id} and action = 'alert.unsubscribe'`;
  expect(logged).toHaveLength(1);
});

test("the emails of a frozen project are not due, so that they do not delay those of others", async () => {
  const server = await aMailServer();
  ends.push(server.end);
  const app = await aProject();
  const { email } = await aMember("viewer", app.accountId);
  const { id } = await aFiringRule([email], app);
  await fire(app.project.id, id);
  const due = async () => (await findDueMails(now(), 1_000, null)).map(({ project_id: project }) => project);
  expect(await due()).toContain(app.project.id);
  await sql`update projects set frozen_at = now() where id = ${app.project.id}`;
  expect(await due()).not.toContain(app.project.id);
});

test("a rule with a former member as recipient can be changed, and leaves them out", async () => {
  const server = await aMailServer();
  ends.push(server.end);
  const app = await aProject();
  const [remaining, leaves] = [
    await aMember("viewer", app.accountId),
    await aMember("viewer", app.accountId),
  ];
  const { asking: request, id } = await aFiringRule([remaining.email, leaves.email], app);
  await sql`delete from memberships where account_id = ${app.accountId} and member_id = ${leaves.id}`;
  const input = (emails: string[]) =>
    alertRuleInput.parse({ kind: "limit", metric: "installs", side: "below", limit: 4, emails });
  const both = input([remaining.email, leaves.email]);
  const { rule } = await changeAlertRule(request, id, both, commandLine, now());
  expect(rule.emails).toEqual([remaining.email]);
  const again = changeAlertRule(request, id, both, commandLine, now());
  await expect(again).rejects.toThrow("isn't a member of this project's team");
});

test("members who got an email about an alert get one when it is over, unless the rule says otherwise", async () => {
  const server = await aMailServer();
  ends.push(server.end);
  for (const emails_resolved of [true, false]) {
    const app = await aProject();
    const { email } = await aMember("viewer", app.accountId);
    const { asking: request, id } = await aFiringRule([email], app, { emails_resolved });
    await fire(app.project.id, id);
    await sql`update ledger set count = 9 where project_id = ${app.project.id}`;
    const tomorrow = () => new Date(Date.now() + 86_400_000);
    for (let n = 0; n < 2; n++)
      await evaluateOne({ project_id: app.project.id, id }, { now: tomorrow, appHost: "cairn.example.com" });
    await sendMails(5_000, tomorrow, request.project.id);
    const own = server.mails.filter(({ to }) => to.includes(email));
    expect(own.map(({ data }) => /This alert ended/.test(data))).toEqual(
      emails_resolved ? [false, true] : [false],
    );
  }
});

test("without a mail server members cannot be chosen, and nothing is queued", async () => {
  for (const end of ends.splice(0)) await end();
  const app = await aProject();
  const { email } = await aMember("viewer", app.accountId);
  await expect(aFiringRule([email], app)).rejects.toThrow("no mail server configured");
});
