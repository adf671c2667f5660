import { simulated, simulateInput } from "@/lib/attribution/simulate/schema";
import { simulate } from "@/lib/attribution/simulate/simulate";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rules/simulate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("rules.read"), {
    summary: "What an install would be decided as; nothing is stored",
    tag: "Rules",
    body: simulateInput,
    answers: { 200: { msg: "The decision.", data: simulated }, 400: { msg: "There is no such campaign." } },
    handle: async ({ caller, body, call }) =>
      ok("The decision.", await simulate(caller.project, body, call.now)),
  }),
});
