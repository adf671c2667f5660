import { z } from "zod";
import { actorOf } from "@/lib/accounts/audit/actor";
import { listReplays, tryRules } from "@/lib/attribution/replay/replay";
import { wakeReplays } from "@/lib/attribution/replay/run";
import { replayInput, replayList } from "@/lib/attribution/replay/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rules/replays";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
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
});
