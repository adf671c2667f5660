import { idParams, removed } from "@/lib/base/fields";
import { oneUpload, uploadSettings } from "@/lib/facts/spend/upload/schema";
import { changeUpload, discardUpload, showUpload } from "@/lib/facts/spend/upload/upload";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/uploads/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.write"), {
    summary: "What storing an uploaded file would do, or how far it is stored",
    tag: "Spend",
    params: idParams("id"),
    answers: { 200: { msg: "File.", data: oneUpload } },
    handle: async ({ caller, params }) => ok("File.", await showUpload(caller.project, params.id)),
  }),
  PUT: defineRoute(projectRoute("spend.write"), {
    summary: "Say what the columns of an uploaded file mean",
    tag: "Spend",
    params: idParams("id"),
    body: uploadSettings,
    answers: {
      200: { msg: "Saved.", data: oneUpload },
      409: { description: "It is being stored, or was." },
    },
    handle: async ({ caller, params, body, call }) =>
      ok("Saved.", await changeUpload(caller.project, params.id, body, call.now)),
  }),
  DELETE: defineRoute(projectRoute("spend.write"), {
    summary: "Throw an uploaded file away",
    tag: "Spend",
    params: idParams("id"),
    answers: {
      200: { msg: "Discarded.", data: removed },
      409: { description: "It is being stored, or was." },
    },
    handle: async ({ caller, params }) => ok("Discarded.", await discardUpload(caller.project, params.id)),
  }),
});
