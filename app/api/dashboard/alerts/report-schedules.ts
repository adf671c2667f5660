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
import { idParams, removedById } from "@/lib/base/fields";
import { type ProjectCaller, projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Alerts";
const params = idParams("id");
const none = { 404: { msg: scheduleNotFound } };
const noMail = { 409: { description: "This server has no mail server configured." } };

const readerOf = ({ project, member, role }: ProjectCaller) => ({
  project,
  reader: { email: member.email, mayWrite: may(role, "alerts.write") },
});

export const reportScheduleRoutes = {
  "/projects/:project/report-schedules": {
    GET: defineRoute(projectRoute("alerts.read"), {
      summary: "List scheduled reports",
      tag,
      answers: { 200: { msg: "Scheduled reports.", data: scheduleList } },
      handle: async ({ caller }) => ok("Scheduled reports.", await listSchedules(readerOf(caller))),
    }),
    POST: defineRoute(projectRoute("alerts.write"), {
      summary: "Schedule a report",
      description:
        "By email to members of the team, to a webhook, or both. Each run sends the last full day, week or month in the project's time zone, or with `mature` the last one with complete columns of cohorts.",
      tag,
      body: scheduleInput,
      answers: {
        201: { msg: "Report scheduled.", data: oneSchedule },
        409: { description: "The limit is reached, or this server has no mail server configured." },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Report scheduled.",
          await addSchedule(readerOf(caller), body, actorOf(caller.member), call.now),
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
          await changeSchedule(readerOf(caller), params.id, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("alerts.write"), {
      summary: "Delete a scheduled report",
      description: "Waiting emails of it are not sent.",
      tag,
      params,
      answers: { 200: { msg: "Scheduled report deleted.", data: removedById }, ...none },
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
      description: "For the same days as its last run. At most once a minute.",
      tag,
      params,
      answers: { 200: { msg: "Report is being sent.", data: oneSchedule }, ...none, ...noMail },
      handle: async ({ caller, params, call }) =>
        ok(
          "Report is being sent.",
          await sendScheduleNow(readerOf(caller), params.id, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/report-schedules/:id/email": {
    DELETE: defineRoute(projectRoute("alerts.read"), {
      summary: "Stop a scheduled report's emails to yourself",
      tag,
      params,
      answers: { 200: { msg: "Saved.", data: oneSchedule }, ...none },
      handle: async ({ caller, params, call }) =>
        ok("Saved.", await stopSchedule(readerOf(caller), params.id, actorOf(caller.member), call.now)),
    }),
  },
};
