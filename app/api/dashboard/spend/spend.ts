import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, ok, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { shownSql } from "@/lib/reporting/shown-sql/schema";
import { importsCsv, listImports } from "@/lib/spend/list/imports";
import { listSpend, removeSpend, spendCsv, spendSql, spendSumsBy } from "@/lib/spend/list/list";
import {
  importFilter,
  importList,
  importQuery,
  removeSpendBody,
  spendFilter,
  spendList,
  spendQuery,
  spendRemoved,
  spendSqlQuery,
  spendSums,
  sumsQuery,
} from "@/lib/spend/list/schema";
import { enterSpend } from "@/lib/spend/manual";
import { spendRow, spendStored } from "@/lib/spend/schema";

export const spendRoutes = {
  "/projects/:project/spend": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "List stored spend",
      description: "The newest day first. Totals cover all matching rows.",
      tag: "Spend",
      query: spendQuery,
      answers: { 200: { msg: "Spend.", data: spendList } },
      handle: async ({ caller, query }) => ok("Spend.", await listSpend(caller.project, query)),
    }),
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Enter the spend of a campaign, or a part of it, for a day",
      description: "Replaces stored spend of the same part and day.",
      tag: "Spend",
      body: spendRow,
      answers: { 200: { msg: "Spend stored.", data: spendStored } },
      handle: async ({ caller, body, call }) =>
        ok("Spend stored.", await enterSpend(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/spend/export.csv": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Export matching spend as CSV",
      description: "The newest 100,000 rows.",
      tag: "Spend",
      query: spendFilter,
      answers: { 200: csvResponse },
      handle: async ({ caller, query }) =>
        projectCsvReply(caller.project, "spend", await spendCsv(caller.project, query)),
    }),
  },
  "/projects/:project/spend/imports": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "List spend imports",
      description: "Each import with the spend that is still stored. The newest first.",
      tag: "Spend",
      query: importQuery,
      answers: { 200: { msg: "Imports.", data: importList } },
      handle: async ({ caller, query }) => ok("Imports.", await listImports(caller.project, query)),
    }),
  },
  "/projects/:project/spend/imports/export.csv": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Export matching imports as CSV",
      description: "The newest 10,000 imports with the spend that is still stored.",
      tag: "Spend",
      query: importFilter,
      answers: { 200: csvResponse },
      async handle({ caller, query }) {
        const text = await importsCsv(caller.project, query);
        return projectCsvReply(caller.project, "imports", text);
      },
    }),
  },
  "/projects/:project/spend/remove": {
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Delete spend by row, day, import or filter",
      description: "Only if the number of rows equals `rows`.",
      tag: "Spend",
      body: removeSpendBody,
      answers: {
        200: { msg: "Spend deleted.", data: spendRemoved },
        409: { description: "The number of rows has changed. Nothing was deleted." },
      },
      handle: async ({ caller, body }) =>
        ok("Spend deleted.", await removeSpend(caller.project, body, actorOf(caller.member))),
    }),
  },
  "/projects/:project/spend/sql": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Get the SQL of stored spend",
      description: "The statement that returns the days, sources, rows or total of the screen.",
      tag: "Spend",
      query: spendSqlQuery,
      answers: { 200: { msg: "SQL of spend.", data: shownSql } },
      handle: async ({ caller, query }) => ok("SQL of spend.", await spendSql(caller.project, query)),
    }),
  },
  "/projects/:project/spend/sums": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Sum spend by day, campaign or source",
      description: "At most 400 rows: the newest days, or the highest spend.",
      tag: "Spend",
      query: sumsQuery,
      answers: { 200: { msg: "Sums of spend.", data: spendSums } },
      handle: async ({ caller, query }) => ok("Sums of spend.", await spendSumsBy(caller.project, query)),
    }),
  },
};
