import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { created } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { rotateToken } from "@/lib/projects/manage";
import { newToken, overlapInput } from "@/lib/projects/schema";

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
