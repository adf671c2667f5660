import { actorOf } from "@/lib/accounts/audit/actor";
import { rotateToken } from "@/lib/accounts/projects/manage";
import { newToken, overlapInput } from "@/lib/accounts/projects/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/token/rotate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("tokens.write"), {
    summary: "Make a new project token; the old one is good for some hours more",
    tag: "Projects",
    body: overlapInput,
    answers: {
      201: { msg: "Token made.", data: newToken },
      409: { msg: "The token was rotated meanwhile." },
    },
    handle: async ({ caller, body, call }) =>
      created(
        "Token made.",
        await rotateToken(caller.project, body.overlap_hours, actorOf(caller.member), call.now),
      ),
  }),
});
