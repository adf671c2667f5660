import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { findAnything, installsList } from "@/lib/activity/lists/installs/list";
import { installOf } from "@/lib/activity/lists/installs/page";
import { findQuery, foundInstalls, installPage } from "@/lib/activity/lists/installs/schema";
import { tryAgain } from "@/lib/attribution/retry";
import { markInstall } from "@/lib/attribution/test-devices/mark";
import { deviceChanged, marked, markInput } from "@/lib/attribution/test-devices/schema";
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
      summary: "Everything about one install, and why it was decided as it was",
      tag: "Installs",
      answers: { 200: { msg: "Install.", data: installPage }, 404: { msg: "Install not found!" } },
      async handle({ caller, call }) {
        const allowed = {
          devices: may(caller.role, "devices.read"),
          people: may(caller.role, "people.read"),
        };
        return ok("Install.", await installOf(caller.project, call.params.install ?? "", allowed));
      },
    }),
  },
  "/projects/:project/installs/:install/forget": {
    POST: defineRoute(projectRoute("installs.write"), {
      summary: "Forget a device, so that it counts as new when it calls init the next time",
      description: "Its installs stay as they were counted, under names that no app sends.",
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
      summary: "Try once more to decide an install that was put aside",
      description: "It has five tries again, like a new one.",
      tag: "Installs",
      answers: {
        202: { msg: "It is tried again.", data: z.null() },
        404: { msg: "Install not found!" },
        409: { msg: "This install was not put aside." },
      },
      async handle({ caller, call }) {
        await tryAgain(caller.project, call.params.install ?? "", actorOf(caller.member));
        return envelope(202, "It is tried again.", null);
      },
    }),
  },
  "/projects/:project/installs/:install/test": {
    PUT: defineRoute(projectRoute("installs.write"), {
      summary: "Keep an install out of every figure as a test, or let it count again",
      description: "With `device` every install of the same device is one, also those still to come.",
      tag: "Installs",
      body: markInput,
      answers: {
        200: { msg: "Marked.", data: marked },
        404: { msg: "Install not found!" },
        409: { description: "It is not decided yet, or its device says otherwise." },
      },
      async handle({ caller, body, call }) {
        const id = call.params.install ?? "";
        return ok("Marked.", await markInstall(caller.project, id, body, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/installs/explain": {
    GET: defineRoute(projectRoute("installs.read"), {
      summary: "The installs that an id of any kind belongs to, or what is known instead",
      tag: "Installs",
      query: findQuery,
      answers: { 200: { msg: "What is known.", data: foundInstalls } },
      handle: async ({ caller, query }) => ok("What is known.", await findAnything(caller.project, query.q)),
    }),
  },
};
