import { idParams, removedById } from "@/lib/base/fields";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { planTest } from "@/lib/reporting/incrementality/plan";
import {
  oneTest,
  planData,
  planQuery,
  resultData,
  testInput,
  testList,
  testResultQuery,
} from "@/lib/reporting/incrementality/schema";
import {
  addTest,
  changeTest,
  listTests,
  removeTest,
  resultOfTest,
  showTest,
} from "@/lib/reporting/incrementality/tests";

const tag = "Reporting";
const params = idParams("id");

export const incrementalityRoutes = {
  "/projects/:project/incrementality": {
    GET: projectEndpoint("reports.read", {
      summary: "List incrementality tests, the latest first",
      tag,
      msg: "Incrementality tests.",
      data: testList,
      run: ({ project, now }) => listTests(project, now),
    }),
    POST: projectEndpoint("incrementality.write", {
      summary: "Add an incrementality test",
      tag,
      body: testInput,
      status: 201,
      msg: "Incrementality test added.",
      data: oneTest,
      refusals: { 409: { description: "The limit is reached." } },
      run: ({ project, body, by, now }) => addTest(project, body, by, now),
    }),
  },
  "/projects/:project/incrementality/plan": {
    GET: projectEndpoint("reports.read", {
      summary: "Estimate what a test could find out",
      description: "From the days so far. Money is in minor units of `currency`.",
      tag,
      query: planQuery,
      msg: "Plan.",
      data: planData,
      refusals: { 422: { description: "A parameter is not valid." } },
      run: ({ project, query, now }) => planTest(project, query, now),
    }),
  },
  "/projects/:project/incrementality/:id": {
    GET: projectEndpoint("reports.read", {
      summary: "Read an incrementality test",
      tag,
      params,
      msg: "Incrementality test.",
      data: oneTest,
      run: ({ project, params, now }) => showTest(project, params.id, now),
    }),
    PUT: projectEndpoint("incrementality.write", {
      summary: "Change an incrementality test",
      tag,
      params,
      body: testInput,
      msg: "Saved.",
      data: oneTest,
      run: ({ project, params, body, by, now }) => changeTest(project, params.id, body, by, now),
    }),
    DELETE: projectEndpoint("incrementality.write", {
      summary: "Remove an incrementality test",
      tag,
      params,
      msg: "Incrementality test removed.",
      data: removedById,
      run: ({ project, params, by }) => removeTest(project, params.id, by),
    }),
  },
  "/projects/:project/incrementality/:id/result": {
    GET: projectEndpoint("reports.read", {
      summary: "Get the result of an incrementality test",
      description: "Computed from the figures of today. Money is in minor units of `currency`.",
      tag,
      params,
      query: testResultQuery,
      msg: "Result.",
      data: resultData,
      run: ({ project, params, query, now }) => resultOfTest(project, params.id, query.kpi, now),
    }),
  },
};
