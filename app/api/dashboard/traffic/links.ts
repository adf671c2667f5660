import { actorOf } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { appSettings, appSettingsInput } from "@/lib/campaigns/app-links/schema";
import { changeAppSettings, readAppSettings } from "@/lib/campaigns/app-links/settings";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { clickWarningsOf } from "@/lib/traffic/clicks/warnings";
import { linkArrivalOf, testLinkQr } from "@/lib/traffic/tester/arrival";
import {
  arrivalQuery,
  clickWarnings,
  linkArrival,
  linkQrQuery,
  linkTest,
  linkTestInput,
  warningsQuery,
} from "@/lib/traffic/tester/schema";
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
  "/projects/:project/links/arrival": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Get the parameters that arrived with the newest click of a link",
      tag: "Links",
      query: arrivalQuery,
      answers: { 200: { msg: "Arrival.", data: linkArrival }, 404: { msg: "Not found." } },
      handle: async ({ caller, query, call }) =>
        ok("Arrival.", await linkArrivalOf(caller.project.id, query, call.now)),
    }),
  },
  "/projects/:project/links/qr.svg": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Get the test link of a link as a QR code",
      tag: "Links",
      query: linkQrQuery,
      answers: {
        200: { description: "A picture." },
        400: { description: "The link has no campaign, or is too long." },
        409: { msg: "Test clicks only work for active campaigns." },
      },
      async handle({ caller, query, call }) {
        const at = { now: call.now, tick: call.tick, appUrl: env.APP_URL };
        const picture = await testLinkQr(caller.project.id, query.link, at);
        return download("image/svg+xml", "link.svg", picture, "inline");
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
