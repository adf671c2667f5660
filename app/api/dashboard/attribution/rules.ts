import { z } from "zod";
import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { noteExport } from "@/lib/accounts/audit/note-export";
import {
  applyReplay,
  discardReplay,
  listReplays,
  showReplay,
  startReplay,
} from "@/lib/attribution/replay/replay";
import { wakeReplays } from "@/lib/attribution/replay/run";
import { replayInput, replayList, replayShown } from "@/lib/attribution/replay/schema";
import { changeRules, showRules } from "@/lib/attribution/rule-sets/rule-sets";
import { rulesChanged, rulesInput, rulesShown } from "@/lib/attribution/rule-sets/schema";
import { simulateInput, simulatorResult } from "@/lib/attribution/simulate/schema";
import { simulate } from "@/lib/attribution/simulate/simulate";
import { evidenceCsv } from "@/lib/attribution/sources/evidence";
import { evidenceQuery, sourcesData, sourcesQuery } from "@/lib/attribution/sources/schema";
import { installSources } from "@/lib/attribution/sources/sources";
import { changedMeanwhile, idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const wrongDays = { description: "The days are not valid, in the wrong order, or too many." };

export const attributionRulesRoutes = {
  "/projects/:project/rules": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "Get the attribution rules with their recent effect and history",
      tag: "Rules",
      answers: { 200: { msg: "Rules.", data: rulesShown } },
      handle: async ({ caller, call }) => ok("Rules.", await showRules(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("rules.write"), {
      summary: "Apply rules to future decisions",
      tag: "Rules",
      body: rulesInput,
      answers: {
        200: { msg: "Saved.", data: rulesChanged },
        409: { msg: "Someone else changed the rules in the meantime. Review them and try again." },
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
      summary: "List what-if tests, newest first",
      tag: "Rules",
      answers: { 200: { msg: "Replays.", data: replayList } },
      handle: async ({ caller }) => ok("Replays.", { replays: await listReplays(caller.project) }),
    }),
    POST: defineRoute(projectRoute("rules.try"), {
      summary: "Start a what-if test of rules on past installs",
      tag: "Rules",
      body: replayInput,
      answers: { 201: { msg: "Begun.", data: z.object({ id: z.number().int() }) } },
      async handle({ caller, body, call }) {
        const { settings, ...days } = body;
        const made = await startReplay(caller.project, settings, days, actorOf(caller.member), call.now);
        wakeReplays(caller.project.id);
        return createdReply("Begun.", made);
      },
    }),
  },
  "/projects/:project/rules/replays/:id": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "Get the result of a what-if test",
      tag: "Rules",
      params: idParams("id"),
      answers: { 200: { msg: "Replay.", data: replayShown } },
      handle: async ({ caller, params }) =>
        ok("Replay.", { replay: await showReplay(caller.project, params.id) }),
    }),
    DELETE: defineRoute(projectRoute("rules.try"), {
      summary: "Discard a what-if test",
      tag: "Rules",
      params: idParams("id"),
      answers: {
        200: { msg: "Discarded.", data: removedById },
        409: { description: "The test is applied or being applied." },
      },
      async handle({ caller, params, call }) {
        await discardReplay(caller.project, params.id, actorOf(caller.member), call.now);
        return ok("Discarded.", { id: params.id });
      },
    }),
  },
  "/projects/:project/rules/replays/:id/apply": {
    POST: defineRoute(projectRoute("rules.write"), {
      summary: "Apply tested rules, and attribute the tested days again",
      tag: "Rules",
      params: idParams("id"),
      answers: {
        200: { msg: "Under way.", data: replayShown },
        409: { description: "The test is still running, or it was already applied or discarded." },
      },
      async handle({ caller, params, call }) {
        await applyReplay(caller.project, params.id, actorOf(caller.member), call.now);
        wakeReplays(caller.project.id);
        return ok("Under way.", { replay: await showReplay(caller.project, params.id) });
      },
    }),
  },
  "/projects/:project/rules/sources": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "Get installs by publisher and time from click to install",
      description: "With the number of flagged installs, for at most 92 days; default: the last 30.",
      tag: "Rules",
      query: sourcesQuery,
      answers: { 200: { msg: "Sources.", data: sourcesData }, 422: wrongDays },
      handle: async ({ caller, query, call }) =>
        ok("Sources.", await installSources(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/rules/evidence/export.csv": {
    GET: defineRoute(projectRoute("rules.read"), {
      summary: "Export flagged installs with their reasons as CSV",
      description:
        "The newest 100,000 installs on which a fraud rule fired, for a refund claim. Only admins see the network's click IDs.",
      tag: "Rules",
      query: evidenceQuery,
      answers: { 200: csvResponse, 422: wrongDays },
      async handle({ caller, query, call }) {
        await noteExport(caller.project, caller.member, "Fraud evidence");
        const showsIds = may(caller.role, "people.read");
        const text = await evidenceCsv(caller.project, query, { now: call.now, showsIds });
        return projectCsvReply(caller.project, "fraud-evidence", text);
      },
    }),
  },
  "/projects/:project/rules/simulate": {
    POST: defineRoute(projectRoute("rules.read"), {
      summary: "Simulate the attribution of an install",
      tag: "Rules",
      body: simulateInput,
      answers: {
        200: { msg: "The decision.", data: simulatorResult },
        400: { msg: "This campaign does not exist." },
      },
      handle: async ({ caller, body, call }) =>
        ok("The decision.", await simulate(caller.project, body, call.now)),
    }),
  },
};
