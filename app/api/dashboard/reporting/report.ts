import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { assistsSql, reportAssists } from "@/lib/reporting/assists/assists";
import { assistsData, assistsQuery } from "@/lib/reporting/assists/schema";
import { reportChanges } from "@/lib/reporting/groups/changes";
import { changesData, changesQuery } from "@/lib/reporting/groups/changes-schema";
import { groupsCsv, reportGroups } from "@/lib/reporting/groups/groups";
import { reportLines } from "@/lib/reporting/groups/lines";
import { linesData, linesQuery } from "@/lib/reporting/groups/lines-schema";
import { groupsData, groupsQuery } from "@/lib/reporting/groups/schema";
import { reportWithIosEstimate } from "@/lib/reporting/ios/including";
import { iosComparison, iosEstimateQuery } from "@/lib/reporting/ios/schema";
import { reportSqlQuery, shownSql } from "@/lib/reporting/shown-sql/schema";
import { reportSql } from "@/lib/reporting/shown-sql/shown-sql";
import { reportCsv } from "@/lib/reporting/table/csv";
import { reportFileQuery, reportTableQuery, tableData } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { oneSavedView, savedViewInput, savedViewList } from "@/lib/reporting/views/schema";
import { listSavedViews, removeSavedView, saveReportView } from "@/lib/reporting/views/views";

export const reportRoutes = {
  "/projects/:project/report": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the campaign report as numbers",
      description: "Money is in minor units of `currency`. Null means unknown, or not known yet.",
      tag: "Reporting",
      query: reportTableQuery,
      answers: {
        200: { msg: "Report.", data: tableData },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportTable(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Export one level of the report as CSV",
      tag: "Reporting",
      query: reportFileQuery,
      answers: {
        200: csvResponse,
        422: { description: "A parameter is not valid." },
      },
      async handle({ caller, call, query }) {
        const text = await reportCsv(caller.project, query, call.now);
        return projectCsvReply(caller.project, "report", text);
      },
    }),
  },
  "/projects/:project/report/groups": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the report by day, network, tag or another breakdown",
      description: "Money is in minor units of `currency`. Rows without activity are left out.",
      tag: "Reporting",
      query: groupsQuery,
      answers: {
        200: { msg: "Report.", data: groupsData },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Report.", await reportGroups(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/groups/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Export the report by a breakdown as CSV",
      tag: "Reporting",
      query: groupsQuery,
      answers: {
        200: csvResponse,
        422: { description: "A parameter is not valid." },
      },
      async handle({ caller, query, call }) {
        const text = await groupsCsv(caller.project, query, call.now);
        return projectCsvReply(caller.project, "report", text);
      },
    }),
  },
  "/projects/:project/report/changes": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Compare the report's rows with earlier days",
      description: "Compares only complete days, so today is left out.",
      tag: "Reporting",
      query: changesQuery,
      answers: {
        200: { msg: "Report.", data: changesData },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportChanges(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/lines": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get one metric by day, in total or for the top five",
      description:
        "Money is in minor units of `currency`. For rates and costs, the top five have the most installs or spend.",
      tag: "Reporting",
      query: linesQuery,
      answers: {
        200: { msg: "Report.", data: linesData },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report.", await reportLines(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL that returns the report's figures",
      description: "The Query page runs it, and so does a SQL role of the project in the database.",
      tag: "Reporting",
      query: reportSqlQuery,
      answers: {
        200: { msg: "SQL.", data: shownSql },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) => ok("SQL.", await reportSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/assists": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get assists, and installs by first touch, linear and position-based models",
      description:
        "By install day, from the stored candidates. Only last touch is stored as a decision. Each model adds up to the same installs.",
      tag: "Reporting",
      query: assistsQuery,
      answers: {
        200: { msg: "Assists.", data: assistsData },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Assists.", await reportAssists(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/assists/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL that returns assists and attribution models",
      description: "The Query page runs it, and so does a SQL role of the project in the database.",
      tag: "Reporting",
      query: assistsQuery,
      answers: {
        200: { msg: "SQL.", data: shownSql },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: ({ caller, query, call }) => ok("SQL.", assistsSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/ios": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get installs, cost and ROAS with estimated iOS installs",
      description: "Estimates with a range, by install day. They are in no other report and in no export.",
      tag: "Reporting",
      query: iosEstimateQuery,
      answers: {
        200: { msg: "Report with estimated iOS.", data: iosComparison },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Report with estimated iOS.", await reportWithIosEstimate(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/report/views": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "List saved views: your own and shared ones",
      tag: "Reporting",
      answers: { 200: { msg: "Views.", data: savedViewList } },
      handle: async ({ caller }) => ok("Views.", await listSavedViews(caller)),
    }),
    POST: defineRoute(projectRoute("views.write"), {
      summary: "Save a view of the report",
      description: "Replaces your view with the same name.",
      tag: "Reporting",
      body: savedViewInput,
      answers: {
        201: { msg: "View saved.", data: oneSavedView },
        400: { description: "The name is missing, or the view is too large." },
        403: { msg: "You can save views for yourself, but you can't share them." },
      },
      handle: async ({ caller, body, call }) =>
        createdReply("View saved.", await saveReportView(caller, body, call.now)),
    }),
  },
  "/projects/:project/report/views/:id": {
    DELETE: defineRoute(projectRoute("views.write"), {
      summary: "Remove a saved view of the report",
      description: "Your own view. Admins can also remove shared views.",
      tag: "Reporting",
      params: idParams("id"),
      answers: {
        200: { msg: "View removed.", data: removedById },
        403: { msg: "This view belongs to someone else." },
      },
      handle: async ({ caller, params }) => ok("View removed.", await removeSavedView(caller, params.id)),
    }),
  },
};
