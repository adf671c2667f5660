import { idParams, removedById } from "@/lib/base/fields";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { shownSql } from "@/lib/reporting/shown-sql/schema";
import { budgetsSql, listBudgets, removeBudget, setBudget } from "@/lib/spend/budgets/budgets";
import { budgetInput, budgetList, budgetQuery, oneBudget } from "@/lib/spend/budgets/schema";

const tag = "Spend";

export const budgetsRoutes = {
  "/projects/:project/budgets": {
    GET: projectEndpoint("spend.read", {
      summary: "List budgets with their pacing",
      description:
        "Spend and pacing are in minor units of `currency`. Pacing compares complete days, so today is left out.",
      tag,
      query: budgetQuery,
      msg: "Budgets.",
      data: budgetList,
      run: ({ project, query, now }) => listBudgets(project, query.campaign, now),
    }),
    PUT: projectEndpoint("spend.write", {
      summary: "Set the budget of a campaign or a network",
      description: "Replaces its budget. Without days, it applies to each calendar month.",
      tag,
      body: budgetInput,
      msg: "Budget saved.",
      data: oneBudget,
      refusals: {
        400: { description: "A field is not valid, or the currency has no exchange rate." },
        409: { msg: "A project has at most 1000 budgets. Remove some first." },
      },
      run: ({ project, body, by, now }) => setBudget(project, body, by, now),
    }),
  },
  "/projects/:project/budgets/sql": {
    GET: projectEndpoint("spend.read", {
      summary: "Get the SQL of budgets and their pacing",
      description: "The statement that returns the budgets' figures of today.",
      tag,
      query: budgetQuery,
      msg: "SQL of budgets.",
      data: shownSql,
      run: ({ project, query, now }) => budgetsSql(project, query.campaign, now),
    }),
  },
  "/projects/:project/budgets/:id": {
    DELETE: projectEndpoint("spend.write", {
      summary: "Remove a budget",
      tag,
      params: idParams("id"),
      msg: "Budget removed.",
      data: removedById,
      run: ({ project, params, by }) => removeBudget(project, params.id, by),
    }),
  },
};
