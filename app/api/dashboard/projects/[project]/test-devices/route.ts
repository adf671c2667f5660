import { actorOf } from "@/lib/accounts/audit/actor";
import { addTestDevice, testDevicesOf } from "@/lib/attribution/test-devices/mark";
import { deviceChanged, deviceInput, testDevices } from "@/lib/attribution/test-devices/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/test-devices";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("devices.read"), {
    summary: "Devices whose installs stand in no figure, and the newest installs that are tests",
    tag: "Installs",
    answers: { 200: { msg: "Test devices.", data: testDevices } },
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
});
