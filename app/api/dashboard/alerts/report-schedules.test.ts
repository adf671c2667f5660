import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, aProject } from "@/testing/factories";
import { reportScheduleRoutes } from "./report-schedules";

const mail = (on: boolean) =>
  completeEnv({
    SMTP_URL: on ? "smtp://127.0.0.1:9" : "",
    MAIL_FROM: on ? "Cairn <cairn@example.com>" : "",
  });
beforeAll(() => mail(true));
afterAll(() => mail(false));

const shown = { kind: "groups", query: "by=network&columns=installs" };
const weekly = { title: "Weekly", shown, cadence: "weekly", weekday: 1, hour: 8 };

asServed([reportScheduleRoutes], (call) => {
  async function someone() {
    const app = await aProject();
    const { session, email } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/report-schedules`;
    const send = (method: string, rest = "", body?: object) =>
      call(`${method} ${path}${rest}`, { session, ...(body ? { body } : {}) });
    return { app, send, email, body: { ...weekly, emails: [email] } };
  }

  test("schedules are created, changed, sent, stopped, turned off and deleted; each change is in the audit log", async () => {
    const { app, send, email, body } = await someone();
    const made = await send("POST", "", body);
    expect(made.status, made.text).toBe(201);
    const { schedule } = made.body.data;
    expect(schedule).toMatchObject({ title: "Weekly", shown, emails: [email], emails_me: true, on: true });
    expect(new Date(schedule.next_at).getTime()).toBeGreaterThan(Date.now());
    const changed = await send("PUT", `/${schedule.id}`, { ...body, cadence: "daily" });
    expect(changed.body.data.schedule).toMatchObject({ cadence: "daily" });
    const sent = await send("POST", `/${schedule.id}/send`);
    expect(sent.body.data.schedule.last).toMatchObject({ waiting: 1, sent: 0, failed: 0 });
    // A second request within a minute has no effect.
    await send("POST", `/${schedule.id}/send`);
    const stopped = await send("DELETE", `/${schedule.id}/email`);
    expect(stopped.body.data.schedule).toMatchObject({ emailed: 0, emails_me: false });
    // Stopping it a second time changes nothing and is not logged.
    expect((await send("DELETE", `/${schedule.id}/email`)).status).toBe(200);
    const off = await send("PUT", `/${schedule.id}`, { ...body, on: false });
    expect(off.body.data.schedule).toMatchObject({ on: false, next_at: null });
    expect((await send("DELETE", `/${schedule.id}`)).status).toBe(200);
    expect((await send("GET")).body.data).toEqual({ mail: true, schedules: [] });
    const logged = await sql`
      select action from audit_log
      where project_id = ${app.project.id} and action like 'report-schedule.%' order by action`;
    expect(logged.map(({ action }) => action.split(".")[1])).toEqual([
      "change",
      "change",
      "create",
      "remove",
      "send",
      "unsubscribe",
    ]);
  });

  test.each([
    [{ cadence: "yearly" }, { cadence: "Choose how often." }],
    [{ hour: 24 }, { hour: "Choose an hour." }],
    [{ weekday: 0 }, { weekday: "Choose a weekday." }],
    [{ emails: [] }, { emails: "Choose at least one recipient." }],
    [{ title: " " }, { title: "Title is required." }],
    [
      { emails: ["stranger@example.com"] },
      { emails: "stranger@example.com isn't a member of this project's team." },
    ],
    [
      { shown: { kind: "groups", query: "by=moods" } },
      { "shown.query": "The report's filters are not valid. Open the report and schedule it again." },
    ],
    [
      { shown: { kind: "campaigns", query: "sort_field=moods" } },
      { "shown.query": "The report's filters are not valid. Open the report and schedule it again." },
    ],
  ])("400 for %j, at its field", async (wrong, errors) => {
    const { send, body } = await someone();
    const got = await send("POST", "", { ...body, ...wrong });
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });

  test("409 where the server has no mail server configured: nothing can be scheduled, and the list says so", async () => {
    const { send, body } = await someone();
    mail(false);
    const got = await send("POST", "", body);
    const list = await send("GET");
    mail(true);
    expect([got.status, got.body.msg]).toEqual([409, expect.stringContaining("no mail server configured")]);
    expect(list.body.data).toEqual({ mail: false, schedules: [] });
  });
});
