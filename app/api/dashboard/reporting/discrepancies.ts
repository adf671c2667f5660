import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import {
  discrepancies,
  discrepanciesCsv,
  listClaimVersions,
} from "@/lib/reporting/discrepancies/discrepancies";
import { discrepantInstalls } from "@/lib/reporting/discrepancies/list";
import {
  claimVersions,
  discrepancyData,
  discrepancyQuery,
  versionsQuery,
} from "@/lib/reporting/discrepancies/schema";

const wrongDays = { description: "The dates are not valid, in the wrong order, or too far apart." };

export const discrepanciesRoutes = {
  "/projects/:project/discrepancies": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Compare the installs that ad networks claim with Cairn's",
      description:
        "The signed causes and the unexplained rest add up to the difference. Includes days that a network reported.",
      tag: "Reporting",
      query: discrepancyQuery,
      answers: { 200: { msg: "Discrepancies.", data: discrepancyData }, 422: wrongDays },
      handle: async ({ caller, query, call }) =>
        ok("Discrepancies.", await discrepancies(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/discrepancies/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Export claimed and counted installs with a column per cause as CSV",
      tag: "Reporting",
      query: discrepancyQuery,
      answers: { 200: csvResponse, 422: wrongDays },
      handle: async ({ caller, query, call }) =>
        projectCsvReply(
          caller.project,
          "discrepancies",
          await discrepanciesCsv(caller.project, query, call.now),
        ),
    }),
  },
  "/projects/:project/discrepancies/versions": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "List all reports of a network for a campaign's day, latest first",
      description: "The latest 100. Each change of a figure creates a version.",
      tag: "Reporting",
      query: versionsQuery,
      answers: { 200: { msg: "Versions.", data: claimVersions } },
      handle: async ({ caller, query }) => ok("Versions.", await listClaimVersions(caller.project, query)),
    }),
  },
  ...listRoutes("/projects/:project/discrepancies/installs", discrepantInstalls, {
    action: "activity.read",
    description: "The installs that explain a difference, with the campaign that claims them.",
  }),
};
