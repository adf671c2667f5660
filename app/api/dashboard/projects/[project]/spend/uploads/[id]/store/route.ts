import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { oneUpload } from "@/lib/spend/upload/schema";
import { storeUpload } from "@/lib/spend/upload/upload";

const path = "/api/dashboard/projects/:project/spend/uploads/:id/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("spend.write"), {
    summary: "Store an uploaded file",
    description: "Goes on in the background. All of it is checked before the first row is stored.",
    tag: "Spend",
    params: idParams("id"),
    answers: {
      200: { msg: "The file is being stored.", data: oneUpload },
      409: { description: "It is being stored already, or was." },
    },
    handle: async ({ caller, params, call }) =>
      ok(
        "The file is being stored.",
        await storeUpload(caller.project, params.id, actorOf(caller.member), call.now),
      ),
  }),
});
