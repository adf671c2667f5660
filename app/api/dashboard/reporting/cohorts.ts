import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortsCsv } from "@/lib/reporting/cohorts/csv";
import { cohortsData, cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { cohortSql } from "@/lib/reporting/cohorts/shown-sql";
import { cohortSqlQuery } from "@/lib/reporting/cohorts/sql-schema";
import { shownSql } from "@/lib/reporting/shown-sql/schema";

const invalid = { description: "A parameter is not valid, or the report would have too many cohorts." };

export const cohortsRoutes = {
  "/projects/:project/cohorts": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the report by cohort as numbers",
      description: "Money is in minor units of `currency`. Null means unknown, or not that old yet.",
      tag: "Reporting",
      query: cohortsQuery,
      answers: { 200: { msg: "Cohorts.", data: cohortsData }, 422: invalid },
      handle: async ({ caller, call, query }) =>
        ok("Cohorts.", await cohortReport(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/cohorts/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL that returns a metric of the cohorts",
      description: "The Query page runs it, and so does a SQL role of the project in the database.",
      tag: "Reporting",
      query: cohortSqlQuery,
      answers: { 200: { msg: "SQL.", data: shownSql }, 422: invalid },
      handle: async ({ caller, call, query }) => ok("SQL.", await cohortSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/cohorts/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Export the report by cohort as CSV",
      tag: "Reporting",
      query: cohortsQuery,
      answers: { 200: csvResponse, 422: invalid },
      async handle({ caller, call, query }) {
        const text = await cohortsCsv(caller.project, query, call.now);
        return projectCsvReply(caller.project, "cohorts", text);
      },
    }),
  },
};
