import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { enterSpend } from "@/lib/spend/by-hand";
import { importsCsv, importsPage } from "@/lib/spend/list/imports";
import { removeSpend, spendCsv, spendPage, spendSumsBy } from "@/lib/spend/list/list";
import {
  importFilter,
  importList,
  importQuery,
  removeBody,
  spendFilter,
  spendList,
  spendQuery,
  spendRemoved,
  spendSums,
  sumsQuery,
} from "@/lib/spend/list/schema";
import { spendRow, spendStored } from "@/lib/spend/schema";

export const spendRoutes = {
  "/projects/:project/spend": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "What ads cost, as it is stored",
      description: "The newest day first. The totals are those of everything that matches.",
      tag: "Spend",
      query: spendQuery,
      answers: { 200: { msg: "Spend.", data: spendList } },
      handle: async ({ caller, query }) => ok("Spend.", await spendPage(caller.project, query)),
    }),
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Enter what a campaign, or a part of it, cost on a day",
      description: "Replaces what is stored of the same part of the same day.",
      tag: "Spend",
      body: spendRow,
      answers: { 200: { msg: "Spend stored.", data: spendStored } },
      handle: async ({ caller, body, call }) =>
        ok("Spend stored.", await enterSpend(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/spend/export.csv": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "The spend that matches, as CSV",
      description: "The newest 100,000 rows of it.",
      tag: "Spend",
      query: spendFilter,
      answers: { 200: { description: "RFC 4180, UTF-8." } },
      handle: async ({ caller, query }) =>
        download(
          "text/csv; charset=utf-8",
          `${caller.project.slug}-spend.csv`,
          await spendCsv(caller.project, query),
        ),
    }),
  },
  "/projects/:project/spend/imports": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Where the stored spend came from",
      description: "Each import with what is still stored of it. The newest first.",
      tag: "Spend",
      query: importQuery,
      answers: { 200: { msg: "Imports.", data: importList } },
      handle: async ({ caller, query }) => ok("Imports.", await importsPage(caller.project, query)),
    }),
  },
  "/projects/:project/spend/imports/export.csv": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "The imports that match, as CSV",
      description: "Each with what is still stored of it: the newest 10,000.",
      tag: "Spend",
      query: importFilter,
      answers: { 200: { description: "RFC 4180, UTF-8." } },
      async handle({ caller, query }) {
        const text = await importsCsv(caller.project, query);
        return download("text/csv; charset=utf-8", `${caller.project.slug}-imports.csv`, text);
      },
    }),
  },
  "/projects/:project/spend/remove": {
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Delete spend: a row, a day, an import, or whatever a filter leaves",
      description: "Only if there are as many rows as the caller has seen.",
      tag: "Spend",
      body: removeBody,
      answers: {
        200: { msg: "Spend deleted.", data: spendRemoved },
        409: { description: "There are more or fewer rows by now. Nothing was deleted." },
      },
      handle: async ({ caller, body }) =>
        ok("Spend deleted.", await removeSpend(caller.project, body, actorOf(caller.member))),
    }),
  },
  "/projects/:project/spend/sums": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "What ads cost by day, campaign or source",
      description: "At most 400 of them: the newest days, or what cost most.",
      tag: "Spend",
      query: sumsQuery,
      answers: { 200: { msg: "Sums of spend.", data: spendSums } },
      handle: async ({ caller, query }) => ok("Sums of spend.", await spendSumsBy(caller.project, query)),
    }),
  },
};
