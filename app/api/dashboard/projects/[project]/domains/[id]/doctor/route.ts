import { env } from "@/lib/base/env";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { examineDomain } from "@/lib/traffic/doctor/doctor";
import { diagnosis } from "@/lib/traffic/doctor/schema";

const path = "/api/dashboard/projects/:project/domains/:id/doctor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("domains.read"), {
    summary: "Examine a domain as phones see it",
    description: "DNS, certificate, whether it leads here, and the files that let links open the app.",
    tag: "Domains",
    params: idParams("id"),
    answers: { 200: { msg: "Domain examined.", data: diagnosis }, 404: { msg: "Not found." } },
    async handle({ caller, params, call }) {
      const appHost = new URL(env.APP_URL).hostname;
      return ok(
        "Domain examined.",
        await examineDomain(caller.project.id, params.id, { now: call.now, appHost }),
      );
    },
  }),
});
