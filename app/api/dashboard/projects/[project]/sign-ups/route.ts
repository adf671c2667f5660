import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { signUpsPage } from "@/lib/reporting/lists/users/list";
import { signUpList, signUpQuery } from "@/lib/reporting/lists/users/schema";

const path = "/api/dashboard/projects/:project/sign-ups";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "Sign-ups of a project that match, newest first",
    description: "Each user once, when the app identified him for the first time.",
    tag: "Sign-ups",
    query: signUpQuery,
    answers: { 200: { msg: "Sign-ups.", data: signUpList }, 422: { description: "The limit is none." } },
    handle: async ({ caller, query }) => ok("Sign-ups.", await signUpsPage(caller.project, query)),
  }),
});
