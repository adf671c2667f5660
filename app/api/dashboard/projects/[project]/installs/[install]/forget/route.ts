import { actorOf } from "@/lib/accounts/audit/actor";
import { deviceChanged } from "@/lib/attribution/test-devices/schema";
import { forgetDevice } from "@/lib/facts/installs/forget";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
