import { may } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { cancelQuery, runQuery } from "@/lib/data-access/query/run";
import { cancelInput, cancelResult, queryResult, runInput, viewList } from "@/lib/data-access/query/schema";
import { listViews } from "@/lib/data-access/query/views";
import {
  changeSavedQuery,
  listSavedQueries,
  removeSavedQuery,
  saveQuery,
} from "@/lib/data-access/saved-queries/save";
import { oneSavedQuery, savedQueryInput, savedQueryList } from "@/lib/data-access/saved-queries/schema";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const tag = "Queries";
const params = idParams("id");

export const queriesRoutes = {
  "/projects/:project/queries": {
    GET: projectEndpoint("queries.run", {
      summary: "List saved queries by name",
      tag,
      msg: "Queries.",
      data: savedQueryList,
      run: ({ project }) => listSavedQueries(project),
    }),
    POST: projectEndpoint("queries.run", {
      summary: "Save a query",
      tag,
      body: savedQueryInput,
      status: 201,
      msg: "Query saved.",
      data: oneSavedQuery,
      run: ({ project, body, by, now }) => saveQuery(project, body, by, now),
    }),
  },
  "/projects/:project/queries/:id": {
    PUT: projectEndpoint("queries.run", {
      summary: "Change a saved query",
      tag,
      params,
      body: savedQueryInput,
      msg: "Query saved.",
      data: oneSavedQuery,
      run: ({ project, params, body, by, now }) => changeSavedQuery(project, params.id, body, by, now),
    }),
    DELETE: projectEndpoint("queries.run", {
      summary: "Remove a saved query",
      tag,
      params,
      msg: "Query removed.",
      data: removedById,
      run: ({ project, params, by }) => removeSavedQuery(project, params.id, by),
    }),
  },
  "/projects/:project/queries/views": {
    GET: defineRoute(projectRoute("queries.run"), {
      summary: "List the views that queries read, with their columns",
      tag,
      answers: { 200: { msg: "Views.", data: viewList } },
      handle: async ({ caller: { project, role } }) =>
        ok("Views.", await listViews(project, may(role, "people.export"))),
    }),
  },
  "/projects/:project/queries/run": {
    POST: defineRoute(projectRoute("queries.run"), {
      summary: "Run a query",
      description:
        "Reads the project's views, and nothing else. Personal columns need the permission to export people. A query that the database expects to be expensive is refused until `confirmed` is true.",
      tag,
      body: runInput,
      answers: { 200: { msg: "Query result.", data: queryResult } },
      handle: async ({ caller: { project, role, member }, body }) =>
        ok(
          "Query result.",
          await runQuery(project, body, { personal: may(role, "people.export"), by: actorOf(member) }),
        ),
    }),
  },
  "/projects/:project/queries/cancel": {
    POST: projectEndpoint("queries.run", {
      summary: "Cancel a running query",
      tag,
      body: cancelInput,
      msg: "Query cancelled.",
      data: cancelResult,
      run: ({ project, body }) => cancelQuery(project, body.run_id),
    }),
  },
};
