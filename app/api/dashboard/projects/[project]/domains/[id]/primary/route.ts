import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { choosePrimary } from "@/lib/projects/domains/manage";
import { oneDomain } from "@/lib/projects/domains/schema";

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
