import { actorOf } from "@/lib/accounts/audit/actor";
import { addTestDevice, removeTestDevice, testDevicesOf } from "@/lib/attribution/test-devices/mark";
import { deviceChanged, deviceInput, testDeviceList } from "@/lib/attribution/test-devices/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const testDevicesRoutes = {
  "/projects/:project/test-devices": {
    GET: defineRoute(projectRoute("devices.read"), {
      summary: "List test devices and the newest test installs",
      tag: "Installs",
      answers: { 200: { msg: "Test devices.", data: testDeviceList } },
      handle: async ({ caller }) => ok("Test devices.", await testDevicesOf(caller.project)),
    }),
    POST: defineRoute(projectRoute("installs.write"), {
      summary: "Add a test device by one of its IDs",
      description: "Its current and future installs are excluded from all figures.",
      tag: "Installs",
      body: deviceInput,
      answers: {
        201: { msg: "Added.", data: deviceChanged },
        409: { msg: "This device is already on the list." },
      },
      async handle({ caller, body, call }) {
        return createdReply(
          "Added.",
          await addTestDevice(caller.project, body, actorOf(caller.member), call.now),
        );
      },
    }),
  },
  "/projects/:project/test-devices/:device": {
    DELETE: defineRoute(projectRoute("installs.write"), {
      summary: "Remove a test device; its installs count again",
      tag: "Installs",
      answers: { 200: { msg: "Removed.", data: deviceChanged }, 404: { msg: "Test device not found!" } },
      async handle({ caller, call }) {
        const id = call.params.device ?? "";
        return ok("Removed.", await removeTestDevice(caller.project, id, actorOf(caller.member), call.now));
      },
    }),
  },
};
