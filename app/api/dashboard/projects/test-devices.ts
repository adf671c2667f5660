import { actorOf } from "@/lib/accounts/audit/actor";
import { addTestDevice, removeTestDevice, testDevicesOf } from "@/lib/attribution/test-devices/mark";
import { deviceChanged, deviceInput, testDeviceList } from "@/lib/attribution/test-devices/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const testDevicesRoutes = {
  "/projects/:project/test-devices": {
    GET: defineRoute(projectRoute("devices.read"), {
      summary: "Devices whose installs stand in no figure, and the newest installs that are tests",
      tag: "Installs",
      answers: { 200: { msg: "Test devices.", data: testDeviceList } },
      handle: async ({ caller }) => ok("Test devices.", await testDevicesOf(caller.project)),
    }),
    POST: defineRoute(projectRoute("installs.write"), {
      summary: "Make a device a test device by one of its ids",
      description: "Its installs leave every figure, those still to come never enter one.",
      tag: "Installs",
      body: deviceInput,
      answers: {
        201: { msg: "Added.", data: deviceChanged },
        409: { msg: "This device is on the list already." },
      },
      async handle({ caller, body, call }) {
        return created("Added.", await addTestDevice(caller.project, body, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/test-devices/:device": {
    DELETE: defineRoute(projectRoute("installs.write"), {
      summary: "Take a device off the list: its installs count again",
      tag: "Installs",
      answers: { 200: { msg: "Removed.", data: deviceChanged }, 404: { msg: "Test device not found!" } },
      async handle({ caller, call }) {
        const id = call.params.device ?? "";
        return ok("Removed.", await removeTestDevice(caller.project, id, actorOf(caller.member), call.now));
      },
    }),
  },
};
