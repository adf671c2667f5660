import { actorOf } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { appSettings, appSettingsInput } from "@/lib/campaigns/app-links/schema";
import { changeAppSettings, readAppSettings } from "@/lib/campaigns/app-links/settings";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { clickWarningsOf } from "@/lib/traffic/clicks/warnings";
import { clickWarnings, linkTest, linkTestInput, warningsQuery } from "@/lib/traffic/tester/schema";
import { testLink } from "@/lib/traffic/tester/tester";

export const linksRoutes = {
  "/projects/:project/app-settings": {
    GET: defineRoute(projectRoute("project.read"), {
      summary: "Get the apps of a project's links",
      tag: "Links",
      answers: { 200: { msg: "App settings.", data: appSettings } },
      handle: async ({ caller }) => ok("App settings.", await readAppSettings(caller.project)),
    }),
    PUT: defineRoute(projectRoute("project.write"), {
      summary: "Set the apps of a project's links",
      description:
        "Replaces all settings. A pasted file is served unchanged; otherwise Cairn generates a file from the apps.",
      tag: "Links",
      body: appSettingsInput,
      answers: { 200: { msg: "App settings saved.", data: appSettings } },
      async handle({ caller, body, call }) {
        const by = actorOf(caller.member);
        return ok("App settings saved.", await changeAppSettings(caller.project, body, by, call.now));
      },
    }),
  },
  "/projects/:project/links/test": {
    POST: defineRoute(projectRoute("campaigns.read"), {
      summary: "Test a link for a device",
      description: "Nothing is recorded. The response has a link that makes a real click, marked as a test.",
      tag: "Links",
      body: linkTestInput,
      answers: {
        200: { msg: "Link tested.", data: linkTest },
        400: { description: "The link has no campaign." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, tick: call.tick, appUrl: env.APP_URL };
        return ok("Link tested.", await testLink(caller.project.id, body, at));
      },
    }),
  },
  "/projects/:project/links/warnings": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "List problems with the latest clicks of a campaign",
      tag: "Links",
      query: warningsQuery,
      answers: { 200: { msg: "Warnings.", data: clickWarnings } },
      handle: async ({ caller, query }) =>
        ok("Warnings.", await clickWarningsOf(caller.project.id, query.campaign_id)),
    }),
  },
};
