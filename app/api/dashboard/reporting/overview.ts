import { findAttention } from "@/lib/activity/attention/attention";
import { attention } from "@/lib/activity/attention/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { movers } from "@/lib/reporting/movers/movers";
import { moversData, moversQuery } from "@/lib/reporting/movers/schema";
import { overview } from "@/lib/reporting/overview/overview";
import { overviewData, overviewQuery } from "@/lib/reporting/overview/schema";
import { overviewSqlQuery, shownSql } from "@/lib/reporting/shown-sql/schema";
import { overviewSql } from "@/lib/reporting/shown-sql/shown-sql";

export const overviewRoutes = {
  "/projects/:project/overview": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the main figures with a comparison period",
      description: "Money is in minor units of `currency`. Null means unknown, not zero.",
      tag: "Reporting",
      query: overviewQuery,
      answers: {
        200: { msg: "Overview.", data: overviewData },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, call, query }) =>
        ok("Overview.", await overview(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/overview/movers": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get what changed in a figure, yesterday and in the last seven days, and why",
      description:
        "Compared with the same weekdays one week earlier. Rows and effects add up to the change, in minor units of `currency`, counts, or hundredths of ROAS.",
      tag: "Reporting",
      query: moversQuery,
      answers: {
        200: { msg: "Movers.", data: moversData },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) => ok("Movers.", await movers(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/overview/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL that returns the overview's figures",
      description: "The Query page runs it, and so does a SQL role of the project in the database.",
      tag: "Reporting",
      query: overviewSqlQuery,
      answers: {
        200: { msg: "SQL.", data: shownSql },
        422: { description: "A parameter is not valid." },
      },
      handle: async ({ caller, call, query }) => ok("SQL.", overviewSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/overview/attention": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "List what needs attention, such as syncs, domains and silent apps",
      description: "The most urgent first. Empty if all is well.",
      tag: "Reporting",
      answers: { 200: { msg: "Attention.", data: attention } },
      handle: async ({ caller, call }) => ok("Attention.", await findAttention(caller.project, call.now)),
    }),
  },
};
