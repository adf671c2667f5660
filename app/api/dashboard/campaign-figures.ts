import { noteExport } from "@/lib/accounts/audit/exported";
import { idParams } from "@/lib/base/fields";
import { campaignQr, qrQuery } from "@/lib/campaigns/qr";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { userFilter, userPageQuery, userTable } from "@/lib/reporting/attributed-users/schema";
import { attributedUserCsv, attributedUserPage } from "@/lib/reporting/attributed-users/table";
import { campaignBreakdown } from "@/lib/reporting/breakdown";
import { campaignCohorts } from "@/lib/reporting/cohorts";
import { cohorts } from "@/lib/reporting/cohorts-schema";
import { campaignDays } from "@/lib/reporting/days";
import { campaignDays as daysShown } from "@/lib/reporting/days-schema";
import { campaignFigures } from "@/lib/reporting/figures";
import { figures, figuresQuery } from "@/lib/reporting/figures-schema";
import { breakdown } from "@/lib/reporting/table-schema";

export const campaignFiguresRoutes = {
  "/projects/:project/campaigns/:campaign/attributed-users": {
    GET: defineRoute(projectRoute("users.read"), {
      summary: "The users that a campaign brought",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: userPageQuery,
      answers: {
        200: { msg: "Attributed users.", data: userTable },
        422: { description: "The page or the limit is none." },
      },
      handle: async ({ caller, params, query }) =>
        ok("Attributed users.", await attributedUserPage(caller.project, params.campaign, query)),
    }),
  },
  "/projects/:project/campaigns/:campaign/attributed-users/export.csv": {
    GET: defineRoute(projectRoute("users.read"), {
      summary: "The users that a campaign brought, as CSV",
      description: "The newest 100,000 of those that match.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: userFilter,
      answers: { 200: { description: "RFC 4180, UTF-8." } },
      async handle({ caller, params, query }) {
        await noteExport(caller.project, caller.member, "Attributed users");
        const { name, text } = await attributedUserCsv(caller.project, params.campaign, query);
        return download("text/csv; charset=utf-8", name, text);
      },
    }),
  },
  "/projects/:project/campaigns/:campaign/breakdown": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "What ad sets, creatives and keywords of a campaign brought",
      description: "In these days, or in all time without dates. The most installs first.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: figuresQuery,
      answers: { 200: { msg: "Breakdown.", data: breakdown }, 422: { description: "A date is none." } },
      handle: async ({ caller, params, query, call }) =>
        ok("Breakdown.", await campaignBreakdown(caller.project, params.campaign, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/:campaign/cohorts": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Who came back, by day since the install",
      description:
        "Of installs of these days, or of all time without dates. Null is what is not old enough yet.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: figuresQuery,
      answers: { 200: { msg: "Cohorts.", data: cohorts }, 422: { description: "A date is none." } },
      handle: async ({ caller, params, query, call }) =>
        ok("Cohorts.", await campaignCohorts(caller.project, params.campaign, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/:campaign/days": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "The course of a campaign over days",
      description:
        "Beside the same number of days before, and what installs of these days brought by how old they were. Null is a day without the campaign, or an age that no install has reached.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: figuresQuery,
      answers: { 200: { msg: "Days.", data: daysShown }, 422: { description: "A date is none." } },
      handle: async ({ caller, params, query, call }) =>
        ok("Days.", await campaignDays(caller.project, params.campaign, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/:campaign/figures": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "The figures of a campaign",
      description: "Of all time without dates. Money is in minor units.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: figuresQuery,
      answers: { 200: { msg: "Figures.", data: figures }, 422: { description: "A date is none." } },
      handle: async ({ caller, call, params, query }) =>
        ok("Figures.", await campaignFigures(caller.project, params.campaign, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/:campaign/qr.png": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "The campaign's short link as a QR code",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: qrQuery,
      answers: {
        200: { description: "image/png." },
        409: { msg: "The project has no domain for links yet." },
      },
      async handle({ caller, params, query }) {
        const { name, picture } = await campaignQr(caller.project, params.campaign, "png", query.size);
        return download("image/png", name, picture, "inline");
      },
    }),
  },
  "/projects/:project/campaigns/:campaign/qr.svg": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "The campaign's short link as a QR code",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: qrQuery,
      answers: {
        200: { description: "image/svg+xml." },
        409: { msg: "The project has no domain for links yet." },
      },
      async handle({ caller, params, query }) {
        const { name, picture } = await campaignQr(caller.project, params.campaign, "svg", query.size);
        return download("image/svg+xml", name, picture, "inline");
      },
    }),
  },
};
