import { may } from "@/lib/access/roles";
import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { installOf } from "@/lib/installs/explore/page";
import { installPage } from "@/lib/installs/explore/schema";

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
