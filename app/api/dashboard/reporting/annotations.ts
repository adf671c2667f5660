import { idParams, removedById } from "@/lib/base/fields";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import {
  addAnnotation,
  changeAnnotation,
  listAnnotations,
  removeAnnotation,
} from "@/lib/reporting/annotations/annotations";
import { annotationInput, annotationList, oneAnnotation } from "@/lib/reporting/annotations/schema";

const tag = "Reporting";
const params = idParams("id");

export const annotationsRoutes = {
  "/projects/:project/annotations": {
    GET: projectEndpoint("reports.read", {
      summary: "List notes, the latest day first",
      tag,
      msg: "Annotations.",
      data: annotationList,
      run: ({ project }) => listAnnotations(project),
    }),
    POST: projectEndpoint("annotations.write", {
      summary: "Add a note to a day",
      tag,
      body: annotationInput,
      status: 201,
      msg: "Annotation added.",
      data: oneAnnotation,
      run: ({ project, body, by, now }) => addAnnotation(project, body, by, now),
    }),
  },
  "/projects/:project/annotations/:id": {
    PUT: projectEndpoint("annotations.write", {
      summary: "Change a note or its day",
      tag,
      params,
      body: annotationInput,
      msg: "Annotation saved.",
      data: oneAnnotation,
      run: ({ project, params, body, by }) => changeAnnotation(project, params.id, body, by),
    }),
    DELETE: projectEndpoint("annotations.write", {
      summary: "Remove a note",
      tag,
      params,
      msg: "Annotation removed.",
      data: removedById,
      run: ({ project, params, by }) => removeAnnotation(project, params.id, by),
    }),
  },
};
