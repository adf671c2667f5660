import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { created, download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { reportChanges } from "@/lib/reporting/changes";
import { changesData, changesQuery } from "@/lib/reporting/changes-schema";
import { groupsCsv, reportGroups } from "@/lib/reporting/groups";
import { groupsData, groupsQuery } from "@/lib/reporting/groups-schema";
import { reportLines } from "@/lib/reporting/lines";
import { linesData, linesQuery } from "@/lib/reporting/lines-schema";
import { reportTable } from "@/lib/reporting/table";
import { reportCsv } from "@/lib/reporting/table-csv";
import { reportFileQuery, reportTableQuery, tableData } from "@/lib/reporting/table-schema";
import { oneView, viewInput, viewsAnswer } from "@/lib/reporting/views/schema";
import { listViews, removeView, saveView } from "@/lib/reporting/views/views";

export const reportRoutes = {
  "/projects/:project/report": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "The campaign report as numbers",
      description: "Money is in minor units of `currency`. Null is what cannot be said, or not yet.",
      tag: "Reporting",
      query: reportTableQuery,
      answers: {
        200: { msg: "Report.", data: tableData },
        422: { description: "An argument is wrong." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportTable(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "The report with the columns that are shown, at one level, as CSV",
      tag: "Reporting",
      query: reportFileQuery,
      answers: { 200: { description: "RFC 4180, UTF-8." }, 422: { description: "An argument is wrong." } },
      async handle({ caller, call, query }) {
        const text = await reportCsv(caller.project, query, call.now);
        return download("text/csv; charset=utf-8", `${caller.project.slug}-report.csv`, text);
      },
    }),
  },
  "/projects/:project/report/groups": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "The report broken down by days, networks, tags and others",
      description: "Money is in minor units of `currency`. Rows without activity are left out.",
      tag: "Reporting",
      query: groupsQuery,
      answers: {
        200: { msg: "Report.", data: groupsData },
        422: { description: "An argument is wrong." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Report.", await reportGroups(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/groups/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "The report broken down by days, networks, tags and others, as CSV",
      tag: "Reporting",
      query: groupsQuery,
      answers: { 200: { description: "RFC 4180, UTF-8." }, 422: { description: "An argument is wrong." } },
      async handle({ caller, query }) {
        const text = await groupsCsv(caller.project, query);
        return download("text/csv; charset=utf-8", `${caller.project.slug}-report.csv`, text);
      },
    }),
  },
  "/projects/:project/report/changes": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "How the figures of the report's rows have changed against earlier days",
      description: "Only days that are over are compared: today counts in no change.",
      tag: "Reporting",
      query: changesQuery,
      answers: {
        200: { msg: "Report.", data: changesData },
        422: { description: "An argument is wrong." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportChanges(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/lines": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "One figure of the report by day, of everything or of the five that have the most",
      description:
        "Money is in minor units of `currency`. For shares, ratios and costs the five are those with the most installs or spend.",
      tag: "Reporting",
      query: linesQuery,
      answers: {
        200: { msg: "Report.", data: linesData },
        422: { description: "An argument is wrong." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportLines(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/views": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Saved views of the report: one's own and those that are shared",
      tag: "Reporting",
      answers: { 200: { msg: "Views.", data: viewsAnswer } },
      handle: async ({ caller }) => ok("Views.", await listViews(caller)),
    }),
    POST: defineRoute(projectRoute("views.write"), {
      summary: "Save a view of the report",
      description: "A view of one's own that has the name already is replaced.",
      tag: "Reporting",
      body: viewInput,
      answers: {
        201: { msg: "View saved.", data: oneView },
        400: { description: "It has no name, or holds too much." },
        403: { msg: "You may keep views for yourself, but not share them." },
      },
      handle: async ({ caller, body, call }) =>
        created("View saved.", await saveView(caller, body, call.now)),
    }),
  },
  "/projects/:project/report/views/:id": {
    DELETE: defineRoute(projectRoute("views.write"), {
      summary: "Remove a saved view of the report",
      description: "One's own; those that others share can be removed by administrators.",
      tag: "Reporting",
      params: idParams("id"),
      answers: {
        200: { msg: "View removed.", data: removed },
        403: { msg: "This view is somebody else's." },
      },
      handle: async ({ caller, params }) => ok("View removed.", await removeView(caller, params.id)),
    }),
  },
};
