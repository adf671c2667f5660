import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { shownSql } from "@/lib/reporting/shown-sql/schema";
import { budgetsSql, listBudgets, removeBudget, setBudget } from "@/lib/spend/budgets/budgets";
import { budgetInput, budgetList, budgetQuery, oneBudget } from "@/lib/spend/budgets/schema";

export const budgetsRoutes = {
  "/projects/:project/budgets": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "List budgets with their pacing",
      description:
        "Spend and pacing are in minor units of `currency`. Pacing compares complete days, so today is left out.",
      tag: "Spend",
      query: budgetQuery,
      answers: { 200: { msg: "Budgets.", data: budgetList } },
      handle: async ({ caller, query, call }) =>
        ok("Budgets.", await listBudgets(caller.project, query.campaign, call.now)),
    }),
    PUT: defineRoute(projectRoute("spend.write"), {
      summary: "Set the budget of a campaign or a network",
      description: "Replaces its budget. Without days, it applies to each calendar month.",
      tag: "Spend",
      body: budgetInput,
      answers: {
        200: { msg: "Budget saved.", data: oneBudget },
        400: { description: "A field is not valid, or the currency has no exchange rate." },
        409: { msg: "A project has at most 1000 budgets. Remove some first." },
      },
      handle: async ({ caller, body, call }) =>
        ok("Budget saved.", await setBudget(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/budgets/sql": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Get the SQL of budgets and their pacing",
      description: "The statement that returns the budgets' figures of today.",
      tag: "Spend",
      query: budgetQuery,
      answers: { 200: { msg: "SQL of budgets.", data: shownSql } },
      handle: async ({ caller, query, call }) =>
        ok("SQL of budgets.", await budgetsSql(caller.project, query.campaign, call.now)),
    }),
  },
  "/projects/:project/budgets/:id": {
    DELETE: defineRoute(projectRoute("spend.write"), {
      summary: "Remove a budget",
      tag: "Spend",
      params: idParams("id"),
      answers: { 200: { msg: "Budget removed.", data: removedById } },
      handle: async ({ caller, params }) =>
        ok("Budget removed.", await removeBudget(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
