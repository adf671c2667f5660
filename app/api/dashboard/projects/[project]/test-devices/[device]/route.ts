import { actorOf } from "@/lib/accounts/audit/actor";
import { removeTestDevice } from "@/lib/attribution/test-devices/mark";
import { deviceChanged } from "@/lib/attribution/test-devices/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/test-devices/:device";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("installs.write"), {
    summary: "Take a device off the list: its installs count again",
    tag: "Installs",
    answers: { 200: { msg: "Removed.", data: deviceChanged }, 404: { msg: "Test device not found!" } },
    async handle({ caller, call }) {
      const id = call.params.device ?? "";
      return ok("Removed.", await removeTestDevice(caller.project, id, actorOf(caller.member), call.now));
    },
  }),
});
