import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
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

const wrongDays = { description: "The dates are none, in the wrong order, or too far apart." };

export const discrepanciesRoutes = {
  "/projects/:project/discrepancies": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "The installs that ad networks claim beside ours, and what explains the difference",
      description:
        "The causes, each with its sign, and what is unexplained make the difference. Days are those that a network told of.",
      tag: "Reporting",
      query: discrepancyQuery,
      answers: { 200: { msg: "Discrepancies.", data: discrepancyData }, 422: wrongDays },
      handle: async ({ caller, query, call }) =>
        ok("Discrepancies.", await discrepancies(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/discrepancies/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Installs that ad networks claim beside ours, with a column for each cause, as CSV",
      tag: "Reporting",
      query: discrepancyQuery,
      answers: { 200: { description: "RFC 4180, UTF-8." }, 422: wrongDays },
      handle: async ({ caller, query, call }) =>
        download(
          "text/csv; charset=utf-8",
          `${caller.project.slug}-discrepancies.csv`,
          await discrepanciesCsv(caller.project, query, call.now),
        ),
    }),
  },
  "/projects/:project/discrepancies/versions": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "All that a network ever said of a campaign's day, the latest first",
      description: "The latest 100. A version is kept whenever a figure changed.",
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
