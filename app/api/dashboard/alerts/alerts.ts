import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import {
  addAlertRule,
  alertRuleNotFound,
  changeAlertRule,
  listAlertRules,
  listFiring,
  listTeam,
  muteAlertRule,
  removeAlertRule,
  showAlertRule,
  stopEmails,
  tryAlertRule,
  turnAlertRule,
} from "@/lib/alerts/alerts";
import {
  alertRuleInput,
  alertRuleList,
  alertRulePage,
  backtest,
  firingAnswer,
  muteInput,
  oneAlertRule,
  recipientChoices,
  switchInput,
} from "@/lib/alerts/rules/schema";
import { idParams, removedById } from "@/lib/base/fields";
import { type ProjectCaller, projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Alerts";
const params = idParams("id");
const none = { 404: { msg: alertRuleNotFound } };

const readerOf = ({ project, member, role }: ProjectCaller) => ({
  project,
  reader: { email: member.email, mayWrite: may(role, "alerts.write") },
});

export const alertsRoutes = {
  "/projects/:project/alerts": {
    GET: defineRoute(projectRoute("alerts.read"), {
      summary: "List alert rules with their states and active alerts",
      tag,
      answers: { 200: { msg: "Alert rules.", data: alertRuleList } },
      handle: async ({ caller, call }) =>
        ok("Alert rules.", await listAlertRules(readerOf(caller), call.now)),
    }),
    POST: defineRoute(projectRoute("alerts.write"), {
      summary: "Add an alert rule",
      description: "It is evaluated within seconds for the last closed hour or day.",
      tag,
      body: alertRuleInput,
      answers: {
        201: { msg: "Alert rule added.", data: oneAlertRule },
        409: { description: "The limit is reached." },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Alert rule added.",
          await addAlertRule(readerOf(caller), body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/alerts/firing": {
    GET: defineRoute(projectRoute("alerts.read"), {
      summary: "List active alerts that are not muted",
      tag,
      answers: { 200: { msg: "Alerts.", data: firingAnswer } },
      handle: async ({ caller, call }) => ok("Alerts.", await listFiring(caller.project, call.now)),
    }),
  },
  "/projects/:project/alerts/backtest": {
    POST: defineRoute(projectRoute("alerts.read"), {
      summary: "Count how often a rule would have fired in the past 90 days",
      description: "Nothing is stored.",
      tag,
      body: alertRuleInput,
      answers: { 200: { msg: "Backtest.", data: backtest } },
      handle: async ({ caller, body, call }) =>
        ok("Backtest.", await tryAlertRule(caller.project, body, call.now)),
    }),
  },
  "/projects/:project/alerts/team": {
    GET: defineRoute(projectRoute("alerts.write"), {
      summary: "List possible recipients of alerts and scheduled reports",
      tag,
      answers: { 200: { msg: "Team.", data: recipientChoices } },
      handle: async ({ caller }) => ok("Team.", await listTeam(caller.project)),
    }),
  },
  "/projects/:project/alerts/:id/email": {
    DELETE: defineRoute(projectRoute("alerts.read"), {
      summary: "Stop a rule's emails to yourself",
      tag,
      params,
      answers: { 200: { msg: "Saved.", data: oneAlertRule }, ...none },
      handle: async ({ caller, params, call }) =>
        ok("Saved.", await stopEmails(readerOf(caller), params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/alerts/:id": {
    GET: defineRoute(projectRoute("alerts.read"), {
      summary: "Get an alert rule with its alerts and evaluations",
      tag,
      params,
      answers: { 200: { msg: "Alert rule.", data: alertRulePage }, ...none },
      handle: async ({ caller, params, call }) =>
        ok("Alert rule.", await showAlertRule(readerOf(caller), params.id, call.now)),
    }),
    PUT: defineRoute(projectRoute("alerts.write"), {
      summary: "Change an alert rule",
      description: "Active alerts of the previous settings end.",
      tag,
      params,
      body: alertRuleInput,
      answers: { 200: { msg: "Alert rule saved.", data: oneAlertRule }, ...none },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Alert rule saved.",
          await changeAlertRule(readerOf(caller), params.id, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("alerts.write"), {
      summary: "Delete an alert rule with its history",
      tag,
      params,
      answers: { 200: { msg: "Alert rule deleted.", data: removedById }, ...none },
      handle: async ({ caller, params }) =>
        ok("Alert rule deleted.", await removeAlertRule(caller.project, params.id, actorOf(caller.member))),
    }),
  },
  "/projects/:project/alerts/:id/on": {
    PUT: defineRoute(projectRoute("alerts.write"), {
      summary: "Turn an alert rule on or off",
      tag,
      params,
      body: switchInput,
      answers: { 200: { msg: "Alert rule saved.", data: oneAlertRule }, ...none },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Alert rule saved.",
          await turnAlertRule(readerOf(caller), params.id, body.on, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/alerts/:id/mute": {
    PUT: defineRoute(projectRoute("alerts.write"), {
      summary: "Mute a rule, or one of its subjects, until a time",
      description: "A time in the past unmutes. A campaign can be muted in every rule.",
      tag,
      params,
      body: muteInput,
      answers: { 200: { msg: "Saved.", data: oneAlertRule }, ...none },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Saved.",
          await muteAlertRule(readerOf(caller), params.id, body, actorOf(caller.member), call.now),
        ),
    }),
  },
};
