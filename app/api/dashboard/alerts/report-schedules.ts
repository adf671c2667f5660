import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  removeSchedule,
  scheduleNotFound,
  sendScheduleNow,
  stopSchedule,
} from "@/lib/alerts/reports/schedules";
import { oneSchedule, scheduleInput, scheduleList } from "@/lib/alerts/reports/schema";
import { idParams, removed } from "@/lib/base/fields";
import { type ProjectCaller, projectRoute } from "@/lib/gateway/session-routes";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Alerts";
const params = idParams("id");
const none = { 404: { msg: scheduleNotFound } };
const noMail = { 409: { description: "This server has no mail set up." } };

const askingOf = ({ project, member, role }: ProjectCaller) => ({
  project,
  reader: { email: member.email, mayWrite: may(role, "alerts.write") },
});

export const reportScheduleRoutes = {
  "/projects/:project/report-schedules": {
    GET: defineRoute(projectRoute("alerts.read"), {
      summary: "Reports that are sent by schedule",
      tag,
      answers: { 200: { msg: "Scheduled reports.", data: scheduleList } },
      handle: async ({ caller }) => ok("Scheduled reports.", await listSchedules(askingOf(caller))),
    }),
    POST: defineRoute(projectRoute("alerts.write"), {
      summary: "Send a report by schedule",
      description:
        "By e-mail to members of the team, to a webhook, or both. Each run tells the last whole day, week or month, in the project's time zone.",
      tag,
      body: scheduleInput,
      answers: {
        201: { msg: "Report scheduled.", data: oneSchedule },
        409: { description: "There are too many, or this server has no mail set up." },
      },
      handle: async ({ caller, body, call }) =>
        created(
          "Report scheduled.",
          await addSchedule(askingOf(caller), body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/report-schedules/:id": {
    PUT: defineRoute(projectRoute("alerts.write"), {
      summary: "Change a scheduled report, or turn it on or off",
      tag,
      params,
      body: scheduleInput,
      answers: { 200: { msg: "Scheduled report saved.", data: oneSchedule }, ...none, ...noMail },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Scheduled report saved.",
          await changeSchedule(askingOf(caller), params.id, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("alerts.write"), {
      summary: "Delete a scheduled report",
      description: "Letters of it that wait are not sent.",
      tag,
      params,
      answers: { 200: { msg: "Scheduled report deleted.", data: removed }, ...none },
      handle: async ({ caller, params }) =>
        ok(
          "Scheduled report deleted.",
          await removeSchedule(caller.project, params.id, actorOf(caller.member)),
        ),
    }),
  },
  "/projects/:project/report-schedules/:id/send": {
    POST: defineRoute(projectRoute("alerts.write"), {
      summary: "Send a scheduled report now",
      description: "The same days as its last run would have told; once a minute at most.",
      tag,
      params,
      answers: { 200: { msg: "Report is being sent.", data: oneSchedule }, ...none, ...noMail },
      handle: async ({ caller, params, call }) =>
        ok(
          "Report is being sent.",
          await sendScheduleNow(askingOf(caller), params.id, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/report-schedules/:id/email": {
    DELETE: defineRoute(projectRoute("alerts.read"), {
      summary: "Stop e-mails of a scheduled report to oneself",
      tag,
      params,
      answers: { 200: { msg: "Saved.", data: oneSchedule }, ...none },
      handle: async ({ caller, params, call }) =>
        ok("Saved.", await stopSchedule(askingOf(caller), params.id, actorOf(caller.member), call.now)),
    }),
  },
};
