import { may } from "@/lib/accounts/access/roles";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { installOf } from "@/lib/reporting/lists/installs/page";
import { installPage } from "@/lib/reporting/lists/installs/schema";

const path = "/api/dashboard/projects/:project/installs/:install";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("installs.read"), {
    summary: "Everything about one install, and why it was decided as it was",
    tag: "Installs",
    answers: { 200: { msg: "Install.", data: installPage }, 404: { msg: "Install not found!" } },
    async handle({ caller, call }) {
      const withDevice = may(caller.role, "devices.read");
      return ok("Install.", await installOf(caller.project, call.params.install ?? "", withDevice));
    },
  }),
});
