import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import {
  addAnnotation,
  changeAnnotation,
  listAnnotations,
  removeAnnotation,
} from "@/lib/reporting/annotations/annotations";
import { annotationInput, annotationList, oneAnnotation } from "@/lib/reporting/annotations/schema";

export const annotationsRoutes = {
  "/projects/:project/annotations": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "List notes, the latest day first",
      tag: "Reporting",
      answers: { 200: { msg: "Annotations.", data: annotationList } },
      handle: async ({ caller }) => ok("Annotations.", await listAnnotations(caller.project)),
    }),
    POST: defineRoute(projectRoute("annotations.write"), {
      summary: "Add a note to a day",
      tag: "Reporting",
      body: annotationInput,
      answers: { 201: { msg: "Annotation added.", data: oneAnnotation } },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Annotation added.",
          await addAnnotation(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/annotations/:id": {
    PUT: defineRoute(projectRoute("annotations.write"), {
      summary: "Change a note or its day",
      tag: "Reporting",
      params: idParams("id"),
      body: annotationInput,
      answers: { 200: { msg: "Annotation saved.", data: oneAnnotation } },
      handle: async ({ caller, params, body }) =>
        ok(
          "Annotation saved.",
          await changeAnnotation(caller.project, params.id, body, actorOf(caller.member)),
        ),
    }),
    DELETE: defineRoute(projectRoute("annotations.write"), {
      summary: "Remove a note",
      tag: "Reporting",
      params: idParams("id"),
      answers: { 200: { msg: "Annotation removed.", data: removedById } },
      handle: async ({ caller, params }) =>
        ok("Annotation removed.", await removeAnnotation(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
