import { actorOf } from "@/lib/accounts/audit/actor";
import { markInstall } from "@/lib/attribution/test-devices/mark";
import { marked, markInput } from "@/lib/attribution/test-devices/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/installs/:install/test";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PUT: defineRoute(projectRoute("installs.write"), {
    summary: "Keep an install out of every figure as a test, or let it count again",
    description: "With `device` every install of the same device is one, also those still to come.",
    tag: "Installs",
    body: markInput,
    answers: {
      200: { msg: "Marked.", data: marked },
      404: { msg: "Install not found!" },
      409: { description: "It is not decided yet, or its device says otherwise." },
    },
    async handle({ caller, body, call }) {
      const id = call.params.install ?? "";
      return ok("Marked.", await markInstall(caller.project, id, body, actorOf(caller.member), call.now));
    },
  }),
});
