import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { projectRoute } from "@/lib/gateway/session-routes";
import { csvResponse, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { describeMixModel, mixModelFile } from "@/lib/reporting/mix-model/mix-model";
import { mixModelData, mixModelQuery } from "@/lib/reporting/mix-model/schema";

const tag = "Reporting";
const invalid = { description: "A parameter is not valid, or the file would be too large." };

export const mixModelRoutes = {
  "/projects/:project/mix-model": {
    GET: projectEndpoint("reports.read", {
      summary: "Describe a file for a marketing mix model",
      description: "Money is in minor units of `currency`.",
      tag,
      query: mixModelQuery,
      msg: "Mix model file.",
      data: mixModelData,
      refusals: { 422: invalid },
      run: ({ project, query, now }) => describeMixModel(project, query, now),
    }),
  },
  "/projects/:project/mix-model/export.csv": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Export a file for a marketing mix model as CSV",
      tag,
      query: mixModelQuery,
      answers: { 200: csvResponse, 422: invalid },
      async handle({ caller, call, query }) {
        const { name, text } = await mixModelFile(caller.project, query, call.now);
        return projectCsvReply(caller.project, name, text);
      },
    }),
  },
};
