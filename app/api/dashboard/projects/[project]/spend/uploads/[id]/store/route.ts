import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams } from "@/lib/base/fields";
import { oneUpload } from "@/lib/facts/spend/upload/schema";
import { storeUpload } from "@/lib/facts/spend/upload/upload";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
