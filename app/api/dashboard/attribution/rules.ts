import { z } from "zod";
import { actorOf } from "@/lib/accounts/audit/actor";
import {
  applyReplay,
  discardReplay,
  listReplays,
  showReplay,
  tryRules,
} from "@/lib/attribution/replay/replay";
import { wakeReplays } from "@/lib/attribution/replay/run";
import { replayInput, replayList, replayShown } from "@/lib/attribution/replay/schema";
import { changeRules, showRules } from "@/lib/attribution/rule-sets/rule-sets";
import { rulesChanged, rulesInput, rulesShown } from "@/lib/attribution/rule-sets/schema";
import { simulated, simulateInput } from "@/lib/attribution/simulate/schema";
import { simulate } from "@/lib/attribution/simulate/simulate";
import { changedMeanwhile, idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const rulesRoutes = {
  "/projects/:project/rules": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "The rules of attribution, their effect of late and how they came about",
      tag: "Rules",
      answers: { 200: { msg: "Rules.", data: rulesShown } },
      handle: async ({ caller, call }) => ok("Rules.", await showRules(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("rules.write"), {
      summary: "Put rules in force for what is decided from now on",
      tag: "Rules",
      body: rulesInput,
      answers: {
        200: { msg: "Saved.", data: rulesChanged },
        409: { msg: "Somebody changed the rules meanwhile. Look at them again first." },
        412: { msg: changedMeanwhile },
      },
      handle: async ({ caller, body, call }) =>
        ok(
          "Saved.",
          await changeRules(caller.project, body.settings, actorOf(caller.member), call.now, body.seen),
        ),
    }),
  },
  "/projects/:project/rules/replays": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "Rules that were tried on past installs, the newest first",
      tag: "Rules",
      answers: { 200: { msg: "Replays.", data: replayList } },
      handle: async ({ caller }) => ok("Replays.", { replays: await listReplays(caller.project) }),
    }),
    POST: defineRoute(projectRoute("rules.try"), {
      summary: "Try rules on past installs; no decision is touched",
      tag: "Rules",
      body: replayInput,
      answers: { 201: { msg: "Begun.", data: z.object({ id: z.number().int() }) } },
      async handle({ caller, body, call }) {
        const { settings, ...days } = body;
        const made = await tryRules(caller.project, settings, days, actorOf(caller.member), call.now);
        wakeReplays(caller.project.id);
        return created("Begun.", made);
      },
    }),
  },
  "/projects/:project/rules/replays/:id": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "What rules would change, or changed, of past installs",
      tag: "Rules",
      params: idParams("id"),
      answers: { 200: { msg: "Replay.", data: replayShown } },
      handle: async ({ caller, params }) =>
        ok("Replay.", { replay: await showReplay(caller.project, params.id) }),
    }),
    DELETE: defineRoute(projectRoute("rules.try"), {
      summary: "Discard a trial of rules",
      tag: "Rules",
      params: idParams("id"),
      answers: {
        200: { msg: "Discarded.", data: removed },
        409: { description: "It is applied, or is being applied." },
      },
      async handle({ caller, params, call }) {
        await discardReplay(caller.project, params.id, actorOf(caller.member), call.now);
        return ok("Discarded.", { id: params.id });
      },
    }),
  },
  "/projects/:project/rules/replays/:id/apply": {
    POST: defineRoute(projectRoute("rules.write"), {
      summary: "Put tried rules in force, and decide the days they were tried on again",
      tag: "Rules",
      params: idParams("id"),
      answers: {
        200: { msg: "Under way.", data: replayShown },
        409: { description: "It is still being counted, or was applied or discarded already." },
      },
      async handle({ caller, params, call }) {
        await applyReplay(caller.project, params.id, actorOf(caller.member), call.now);
        wakeReplays(caller.project.id);
        return ok("Under way.", { replay: await showReplay(caller.project, params.id) });
      },
    }),
  },
  "/projects/:project/rules/simulate": {
    POST: defineRoute(projectRoute("rules.read"), {
      summary: "What an install would be decided as; nothing is stored",
      tag: "Rules",
      body: simulateInput,
      answers: { 200: { msg: "The decision.", data: simulated }, 400: { msg: "There is no such campaign." } },
      handle: async ({ caller, body, call }) =>
        ok("The decision.", await simulate(caller.project, body, call.now)),
    }),
  },
};
