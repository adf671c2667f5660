import type { z } from "zod";
import { noteExport } from "@/lib/accounts/audit/note-export";
import { idParams } from "@/lib/base/fields";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { projectRoute } from "@/lib/gateway/session-routes";
import {
  addAudience,
  changeAudience,
  listAudienceKinds,
  listAudienceRuns,
  listAudiences,
  removeAudience,
  runAudienceNow,
} from "@/lib/outbound/audiences/manage/audiences";
import { countAudience } from "@/lib/outbound/audiences/manage/count";
import { membersCsv, membersPartQuery } from "@/lib/outbound/audiences/manage/members-csv";
import { readOutcome } from "@/lib/outbound/audiences/outcome/outcome";
import {
  audienceCount,
  audienceInput,
  audienceKindList,
  audienceList,
  audienceOutcome,
  audienceRemoved,
  audienceRunList,
  countAudienceBody,
  oneAudience,
  outcomeQuery,
  removeAudienceQuery,
} from "@/lib/outbound/audiences/schema";
import { csvResponse, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute, type Route, type RouteTypes } from "@/lib/platform/http/route";

const tag = "Audiences";
const params = idParams("id");

export const audiencesRoutes = {
  "/projects/:project/audiences": {
    GET: projectEndpoint("audiences.read", {
      summary: "List audiences with their last runs",
      tag,
      msg: "Audiences.",
      data: audienceList,
      run: ({ project, now }) => listAudiences(project, now),
    }),
    POST: projectEndpoint("audiences.write", {
      summary: "Add an audience",
      description: "The first run starts at once. Secrets are stored encrypted and never returned.",
      tag,
      body: audienceInput,
      status: 201,
      msg: "Audience added.",
      data: oneAudience,
      refusals: { 409: { description: "The limit is reached." } },
      run: ({ project, body, by, now }) => addAudience(project, body, by, now),
    }),
  },
  "/projects/:project/audiences/kinds": {
    GET: projectEndpoint("audiences.read", {
      summary: "List receivers of audiences",
      tag,
      msg: "Receivers.",
      data: audienceKindList,
      run: async () => listAudienceKinds(),
    }),
  },
  "/projects/:project/audiences/count": {
    POST: projectEndpoint("audiences.read", {
      summary: "Count the installs that match, in parts",
      description:
        "Call it again with `after` as the `next` of the response, until `next` is null, and add up the parts.",
      tag,
      body: countAudienceBody,
      msg: "Counted.",
      data: audienceCount,
      run: ({ project, body, now }) => countAudience(project, body, now),
    }),
  },
  "/projects/:project/audiences/:id": {
    GET: projectEndpoint("audiences.read", {
      summary: "Read an audience with its newest runs",
      tag,
      params,
      msg: "Audience.",
      data: audienceRunList,
      run: ({ project, params, now }) => listAudienceRuns(project, params.id, now),
    }),
    PUT: projectEndpoint("audiences.write", {
      summary: "Change an audience, or pause or resume it",
      description: "Without `secrets`, the stored ones are kept. The next run starts at once.",
      tag,
      params,
      body: audienceInput,
      msg: "Saved.",
      data: oneAudience,
      run: ({ project, params, body, by, now }) => changeAudience(project, params.id, body, by, now),
    }),
    DELETE: projectEndpoint("audiences.write", {
      summary: "Remove an audience and its members",
      tag,
      params,
      query: removeAudienceQuery,
      msg: "Audience removed.",
      data: audienceRemoved,
      run: ({ project, params, query, by, now }) =>
        removeAudience(project, params.id, query.members, by, now),
    }),
  },
  "/projects/:project/audiences/:id/run": {
    POST: projectEndpoint("audiences.write", {
      summary: "Run an audience now",
      tag,
      params,
      msg: "The run has started.",
      data: oneAudience,
      refusals: { 409: { description: "A run is in progress." } },
      run: ({ project, params, by, now }) => runAudienceNow(project, params.id, by, now),
    }),
  },
  "/projects/:project/audiences/:id/outcome": {
    GET: projectEndpoint("audiences.read", {
      summary: "Compare members with the installs that were held out",
      description: "Payments in the days after each install joined, of both sides.",
      tag,
      params,
      query: outcomeQuery,
      msg: "Outcome.",
      data: audienceOutcome,
      run: ({ project, params, query, now }) => readOutcome(project, params.id, query, now),
    }),
  },
  "/projects/:project/audiences/:id/members.csv": {
    GET: defineRoute(projectRoute("people.export"), {
      summary: "Download the members of an audience as CSV",
      description: "The IDs that the receiver has. Large audiences have several parts of equal size.",
      tag,
      params,
      query: membersPartQuery,
      answers: { 200: csvResponse },
      async handle({ caller: { project, member }, params, query }) {
        const { name, text } = await membersCsv(project, params.id, query);
        await noteExport(project, member, "Audience members");
        return projectCsvReply(project, name, text);
      },
    }) as Route & RouteTypes<z.input<typeof membersPartQuery>, undefined, null>,
  },
};
