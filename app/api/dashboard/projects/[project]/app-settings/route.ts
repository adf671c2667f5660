import { actorOf } from "@/lib/accounts/audit/actor";
import { appSettings, appSettingsInput } from "@/lib/campaigns/links/schema";
import { changeAppSettings, readAppSettings } from "@/lib/campaigns/links/settings";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/app-settings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("project.read"), {
    summary: "Which apps the links of a project belong to",
    tag: "Links",
    answers: { 200: { msg: "App settings.", data: appSettings } },
    handle: async ({ caller }) => ok("App settings.", await readAppSettings(caller.project)),
  }),
  PUT: defineRoute(projectRoute("project.write"), {
    summary: "Set the apps that the links of a project belong to",
    description:
      "All of it is replaced. A pasted file is served as it is; without one, a file is made from the apps.",
    tag: "Links",
    body: appSettingsInput,
    answers: { 200: { msg: "App settings saved.", data: appSettings } },
    async handle({ caller, body, call }) {
      const by = actorOf(caller.member);
      return ok("App settings saved.", await changeAppSettings(caller.project, body, by, call.now));
    },
  }),
});
