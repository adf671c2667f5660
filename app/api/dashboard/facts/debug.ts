import { watchedDevice, watches, watchId, watchInput } from "@/lib/facts/debug/schema";
import {
  beginWatch,
  endWatch,
  listDeviceWatches,
  watchedDeviceOf,
  watchQrCode,
} from "@/lib/facts/debug/watch";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const unknown = { msg: "This device isn't being watched." };

export const debugRoutes = {
  "/projects/:project/debug": {
    GET: defineRoute(projectRoute("devices.read"), {
      summary: "List watched devices",
      tag: "Debug console",
      answers: { 200: { msg: "Watched devices.", data: watches } },
      handle: async ({ caller }) => ok("Watched devices.", await listDeviceWatches(caller.project)),
    }),
    POST: defineRoute(projectRoute("devices.read"), {
      summary: "Watch a device for an hour, by one of its IDs or by the first use of a link",
      tag: "Debug console",
      body: watchInput,
      answers: { 201: { msg: "Watching.", data: watchId } },
      handle: async ({ caller, body, call }) =>
        createdReply("Watching.", await beginWatch(caller.project, body, caller.member.email, call.now)),
    }),
  },
  "/projects/:project/debug/:watch": {
    GET: defineRoute(projectRoute("devices.read"), {
      summary: "List the latest 100 calls of a watched device with their responses",
      tag: "Debug console",
      answers: { 200: { msg: "Calls.", data: watchedDevice }, 404: unknown },
      handle: async ({ caller, call }) =>
        ok("Calls.", await watchedDeviceOf(caller.project, call.params.watch ?? "")),
    }),
    DELETE: defineRoute(projectRoute("devices.read"), {
      summary: "Stop watching a device and delete its calls",
      tag: "Debug console",
      answers: { 200: { msg: "Stopped.", data: watchId }, 404: unknown },
      async handle({ caller, call }) {
        const id = call.params.watch ?? "";
        await endWatch(caller.project, id);
        return ok("Stopped.", { id });
      },
    }),
  },
  "/projects/:project/debug/:watch/qr.svg": {
    GET: defineRoute(projectRoute("devices.read"), {
      summary: "Get the link of a watch as a QR code",
      tag: "Debug console",
      answers: {
        200: { description: "A picture." },
        404: unknown,
        409: { msg: "A device has already used this link. Create a new one." },
      },
      handle: async ({ caller, call }) =>
        download(
          "image/svg+xml",
          "debug.svg",
          await watchQrCode(caller.project, call.params.watch ?? ""),
          "inline",
        ),
    }),
  },
};
