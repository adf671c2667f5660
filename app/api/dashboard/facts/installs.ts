import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { findInstallsOrExplain, installsList } from "@/lib/activity/lists/installs/list";
import { installPageOf } from "@/lib/activity/lists/installs/page";
import { findQuery, foundInstalls, installPage } from "@/lib/activity/lists/installs/schema";
import { retryAttribution } from "@/lib/attribution/retry";
import { markInstall } from "@/lib/attribution/test-devices/mark";
import { deviceChanged, markInput, markResult } from "@/lib/attribution/test-devices/schema";
import { eraseDevice } from "@/lib/facts/installs/forget";
import { projectRoute } from "@/lib/gateway/session-routes";
import { envelope, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const installsRoutes = {
  ...listRoutes("/projects/:project/installs", installsList, {
    action: "installs.read",
  }),
  "/projects/:project/installs/:install": {
    GET: defineRoute(projectRoute("installs.read"), {
      summary: "Get an install with the explanation of its attribution",
      tag: "Installs",
      answers: { 200: { msg: "Install.", data: installPage }, 404: { msg: "Install not found!" } },
      async handle({ caller, call }) {
        const allowed = {
          devices: may(caller.role, "devices.read"),
          people: may(caller.role, "people.read"),
        };
        return ok("Install.", await installPageOf(caller.project, call.params.install ?? "", allowed));
      },
    }),
  },
  "/projects/:project/installs/:install/forget": {
    POST: defineRoute(projectRoute("installs.write"), {
      summary: "Reset a device, so that its next init counts as a new install",
      description: "Its installs stay in the figures under new internal IDs.",
      tag: "Installs",
      answers: { 200: { msg: "Forgotten.", data: deviceChanged }, 404: { msg: "Install not found!" } },
      async handle({ caller, call }) {
        const id = call.params.install ?? "";
        return ok("Forgotten.", await eraseDevice(caller.project, id, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/installs/:install/retry": {
    POST: defineRoute(projectRoute("installs.write"), {
      summary: "Retry the attribution of an install that was set aside",
      description: "It gets five attempts, like a new install.",
      tag: "Installs",
      answers: {
        202: { msg: "The install is queued for attribution.", data: z.null() },
        404: { msg: "Install not found!" },
        409: { msg: "This install is not set aside, so there is nothing to retry." },
      },
      async handle({ caller, call }) {
        await retryAttribution(caller.project, call.params.install ?? "", actorOf(caller.member));
        return envelope(202, "The install is queued for attribution.", null);
      },
    }),
  },
  "/projects/:project/installs/:install/test": {
    PUT: defineRoute(projectRoute("installs.write"), {
      summary: "Mark an install as a test, or count it again",
      description: "With `device`, this applies to all current and future installs of the device.",
      tag: "Installs",
      body: markInput,
      answers: {
        200: { msg: "Marked.", data: markResult },
        404: { msg: "Install not found!" },
        409: { description: "The install is not attributed yet, or its device is a test device." },
      },
      async handle({ caller, body, call }) {
        const id = call.params.install ?? "";
        return ok("Marked.", await markInstall(caller.project, id, body, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/installs/explain": {
    GET: defineRoute(projectRoute("installs.read"), {
      summary: "Find installs by an ID of any kind",
      tag: "Installs",
      query: findQuery,
      answers: { 200: { msg: "Search result.", data: foundInstalls } },
      handle: async ({ caller, query }) =>
        ok("Search result.", await findInstallsOrExplain(caller.project, query.q)),
    }),
  },
};
