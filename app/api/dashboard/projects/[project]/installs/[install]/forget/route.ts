import { projectRoute } from "@/lib/access/session-routes";
import { deviceChanged } from "@/lib/attribution/test-devices/schema";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { forgetDevice } from "@/lib/installs/forget";

const path = "/api/dashboard/projects/:project/installs/:install/forget";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("installs.write"), {
    summary: "Forget a device, so that it counts as new when it calls init the next time",
    description: "Its installs stay as they were counted, under names that no app sends.",
    tag: "Installs",
    answers: { 200: { msg: "Forgotten.", data: deviceChanged }, 404: { msg: "Install not found!" } },
    async handle({ caller, call }) {
      const id = call.params.install ?? "";
      return ok("Forgotten.", await forgetDevice(caller.project, id, actorOf(caller.member), call.now));
    },
  }),
});
