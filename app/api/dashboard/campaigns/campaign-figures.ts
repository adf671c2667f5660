import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { may } from "@/lib/accounts/access/roles";
import { noteExport } from "@/lib/accounts/audit/note-export";
import { idParams } from "@/lib/base/fields";
import { cardImage, cardImageQuery } from "@/lib/campaigns/card-image";
import { campaignQr, qrQuery } from "@/lib/campaigns/qr/qr";
import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { userFilter, userPageQuery, userTable } from "@/lib/reporting/attributed-users/schema";
import { attributedUserCsv, attributedUserPage } from "@/lib/reporting/attributed-users/table";
import { campaignActivityOf } from "@/lib/reporting/campaign/activity";
import { activityQuery, campaignActivity } from "@/lib/reporting/campaign/activity-schema";
import { campaignBreakdown } from "@/lib/reporting/campaign/breakdown";
import { campaignCohorts } from "@/lib/reporting/campaign/cohorts";
import { cohorts } from "@/lib/reporting/campaign/cohorts-schema";
import { showCampaignDays } from "@/lib/reporting/campaign/days";
import { campaignDays as daysShown } from "@/lib/reporting/campaign/days-schema";
import { campaignFigures } from "@/lib/reporting/campaign/figures";
import { type FiguresQuery, figures, figuresQuery } from "@/lib/reporting/campaign/figures-schema";
import { campaignLinkClicks } from "@/lib/reporting/campaign/link-clicks";
import { linkClicks } from "@/lib/reporting/campaign/link-clicks-schema";
import { campaignListSummary } from "@/lib/reporting/campaign/list";
import { campaignSummary, summaryQuery } from "@/lib/reporting/campaign/list-schema";
import { campaignVariants } from "@/lib/reporting/campaign/variants";
import { variants } from "@/lib/reporting/campaign/variants-schema";
import { breakdown } from "@/lib/reporting/table/schema";

type FigureTexts<Data> = { summary: string; description: string; msg: string; data: Data };

/** A route that returns figures of a campaign for the requested days. */
const inDays = <Data extends z.ZodType>(
  { msg, data, ...texts }: FigureTexts<Data>,
  read: (project: Project, campaign: number, query: FiguresQuery, now: Date) => Promise<z.output<Data>>,
) => ({
  GET: defineRoute(projectRoute("campaigns.read"), {
    ...texts,
    tag: "Campaigns",
    params: idParams("campaign"),
    query: figuresQuery,
    answers: { 200: { msg, data }, 422: { description: "A date is not valid." } },
    handle: async ({ caller, params, query, call }) =>
      ok(msg, await read(caller.project, params.campaign, query, call.now)),
  }),
});

const qr = (form: "png" | "svg", type: string) => ({
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "Get the campaign's short link as a QR code",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: qrQuery,
    answers: {
      200: { description: `${type}.` },
      409: { msg: "Add a link domain to the project first." },
    },
    async handle({ caller, params, query }) {
      const { name, picture } = await campaignQr(caller.project, params.campaign, form, query);
      return download(type, name, picture, "inline");
    },
  }),
});

export const campaignFiguresRoutes = {
  "/projects/:project/campaigns/card-image": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "Get the image of a link's card, loaded by the server",
      description:
        "PNG, JPEG, GIF, WebP or AVIF of up to 5 MB, from a public host. Redirects are not followed.",
      tag: "Campaigns",
      query: cardImageQuery,
      answers: {
        200: { description: "A picture." },
        424: { msg: "Cairn can't load this image. Use a public https:// URL." },
      },
      async handle({ query }) {
        const { type, bytes } = await cardImage(query.address);
        return download(type, "card-image", bytes, "inline");
      },
    }),
  },
  "/projects/:project/campaigns/activity": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get figures of campaigns for some days",
      description: "Campaigns without activity are left out. Money is in minor units of `currency`.",
      tag: "Reporting",
      query: activityQuery,
      answers: { 200: { msg: "Activity.", data: campaignActivity } },
      handle: async ({ caller, query, call }) =>
        ok("Activity.", await campaignActivityOf(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/summary": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the figures of all campaigns that match a filter",
      description: "For these days, by default the last thirty. Money is in minor units of `currency`.",
      tag: "Reporting",
      query: summaryQuery,
      answers: {
        200: { msg: "Summary.", data: campaignSummary },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Summary.", await campaignListSummary(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/campaigns/:campaign/attributed-users": {
    GET: defineRoute(projectRoute("users.read"), {
      summary: "List the users of a campaign",
      description: "Only admins see and search names, emails and phones.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: userPageQuery,
      answers: {
        200: { msg: "Attributed users.", data: userTable },
        422: { description: "page or limit is not valid." },
      },
      handle: async ({ caller, params, query }) =>
        ok(
          "Attributed users.",
          await attributedUserPage(caller.project, params.campaign, query, may(caller.role, "people.read")),
        ),
    }),
  },
  "/projects/:project/campaigns/:campaign/attributed-users/export.csv": {
    GET: defineRoute(projectRoute("people.export"), {
      summary: "Export the users of a campaign as CSV",
      description: "The newest 100,000 matching rows.",
      tag: "Campaigns",
      params: idParams("campaign"),
      query: userFilter,
      answers: { 200: csvResponse },
      async handle({ caller, params, query }) {
        await noteExport(caller.project, caller.member, "Attributed users");
        const { name, text } = await attributedUserCsv(caller.project, params.campaign, query);
        return download("text/csv; charset=utf-8", name, text);
      },
    }),
  },
  "/projects/:project/campaigns/:campaign/breakdown": inDays(
    {
      summary: "Get figures of a campaign's ad sets, creatives, keywords, countries and platforms",
      description: "For these days, or for all time without dates. Sorted by installs.",
      msg: "Breakdown.",
      data: breakdown,
    },
    campaignBreakdown,
  ),
  "/projects/:project/campaigns/:campaign/cohorts": inDays(
    {
      summary: "Get retention by day since the install",
      description:
        "For installs of these days, or of all time without dates. Null if the installs are not old enough yet.",
      msg: "Cohorts.",
      data: cohorts,
    },
    campaignCohorts,
  ),
  "/projects/:project/campaigns/:campaign/days": inDays(
    {
      summary: "Get a campaign's figures by day",
      description:
        "With the same number of previous days, and figures by the age of the installs. Null is a day before the campaign existed, or an age that no install has reached.",
      msg: "Days.",
      data: daysShown,
    },
    showCampaignDays,
  ),
  "/projects/:project/campaigns/:campaign/figures": inDays(
    {
      summary: "Get the figures of a campaign",
      description: "For all time without dates. Money is in minor units.",
      msg: "Figures.",
      data: figures,
    },
    campaignFigures,
  ),
  "/projects/:project/campaigns/:campaign/link-clicks": inDays(
    {
      summary: "Get a campaign's clicks by referring site, country, language, device and hour",
      description:
        "For these days, or for all time without dates. Each part adds up to `clicks`; the eight values with the most clicks are listed. Views and tests are left out.",
      msg: "Clicks.",
      data: linkClicks,
    },
    campaignLinkClicks,
  ),
  "/projects/:project/campaigns/:campaign/qr.png": qr("png", "image/png"),
  "/projects/:project/campaigns/:campaign/qr.svg": qr("svg", "image/svg+xml"),
  "/projects/:project/campaigns/:campaign/variants": inDays(
    {
      summary: "Get the figures of a campaign's link variants",
      description:
        "Counted clicks of these days, or of all time without dates, and their installs at any time. Sorted by clicks.",
      msg: "Variants.",
      data: variants,
    },
    campaignVariants,
  ),
};
