import { projectRoute } from "@/lib/access/session-routes";
import { simulated, simulateInput } from "@/lib/attribution/simulate/schema";
import { simulate } from "@/lib/attribution/simulate/simulate";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
