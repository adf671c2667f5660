import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import { projectRoute } from "@/lib/gateway/session-routes";
import type { Call } from "@/lib/platform/http/call";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { maxBytes, oneUpload, uploadName, uploadSettings } from "@/lib/spend/upload/schema";
import { addUpload, changeUpload, discardUpload, showUpload, storeUpload } from "@/lib/spend/upload/upload";

const tooLarge = "The file is larger than 10 MB. Split it, for instance by month.";

/** The body is the file itself. */
async function fileOf(call: Call): Promise<Uint8Array> {
  try {
    return await call.bytes(maxBytes);
  } catch (error) {
    if (error instanceof Refusal && error.status === 413)
      throw new Refusal("body_too_large", tooLarge, { headers: error.headers });
    throw error;
  }
}

export const spendUploadsRoutes = {
  "/projects/:project/spend/uploads": {
    POST: defineRoute(
      { ...projectRoute("spend.write"), deadlineMs: 60_000 },
      {
        summary: "Upload a spend file",
        description:
          "The body is the file: separated values, at most 10 MB. Returns a preview; rows are stored later.",
        tag: "Spend",
        query: uploadName,
        answers: {
          201: { msg: "File uploaded.", data: oneUpload },
          413: { msg: tooLarge },
        },
        handle: async ({ caller, query, call }) =>
          createdReply(
            "File uploaded.",
            await addUpload(
              caller.project,
              { name: query.name, bytes: await fileOf(call) },
              actorOf(caller.member),
              call.now,
            ),
          ),
      },
    ),
  },
  "/projects/:project/spend/uploads/:id": {
    GET: defineRoute(projectRoute("spend.write"), {
      summary: "Preview an uploaded file, or get its progress",
      tag: "Spend",
      params: idParams("id"),
      answers: { 200: { msg: "File.", data: oneUpload } },
      handle: async ({ caller, params }) => ok("File.", await showUpload(caller.project, params.id)),
    }),
    PUT: defineRoute(projectRoute("spend.write"), {
      summary: "Assign the columns of an uploaded file",
      tag: "Spend",
      params: idParams("id"),
      body: uploadSettings,
      answers: {
        200: { msg: "Saved.", data: oneUpload },
        409: { description: "The file is already stored or being stored." },
      },
      handle: async ({ caller, params, body, call }) =>
        ok("Saved.", await changeUpload(caller.project, params.id, body, call.now)),
    }),
    DELETE: defineRoute(projectRoute("spend.write"), {
      summary: "Delete an uploaded file",
      tag: "Spend",
      params: idParams("id"),
      answers: {
        200: { msg: "Discarded.", data: removedById },
        409: { description: "The file is already stored or being stored." },
      },
      handle: async ({ caller, params }) => ok("Discarded.", await discardUpload(caller.project, params.id)),
    }),
  },
  "/projects/:project/spend/uploads/:id/store": {
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Store an uploaded file",
      description: "Runs in the background. All rows are validated before the first one is stored.",
      tag: "Spend",
      params: idParams("id"),
      answers: {
        200: { msg: "The file is being stored.", data: oneUpload },
        409: { description: "The file is already stored or being stored." },
      },
      handle: async ({ caller, params, call }) =>
        ok(
          "The file is being stored.",
          await storeUpload(caller.project, params.id, actorOf(caller.member), call.now),
        ),
    }),
  },
};
