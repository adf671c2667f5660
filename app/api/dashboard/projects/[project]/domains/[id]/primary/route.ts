import { actorOf } from "@/lib/accounts/audit/actor";
import { choosePrimary } from "@/lib/accounts/projects/domains/manage";
import { oneDomain } from "@/lib/accounts/projects/domains/schema";
import { env } from "@/lib/base/env";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/domains/:id/primary";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("domains.write"), {
    summary: "Make a domain the primary one",
    tag: "Domains",
    params: idParams("id"),
    answers: {
      200: { msg: "This is the primary domain now.", data: oneDomain },
      409: { msg: "This domain is not verified yet: links on it would lead nowhere." },
    },
    async handle({ caller, params }) {
      const chosen = await choosePrimary(caller.project, params.id, actorOf(caller.member), env.APP_URL);
      return ok("This is the primary domain now.", chosen);
    },
  }),
});
