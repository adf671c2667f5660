import { actorOf } from "@/lib/accounts/audit/actor";
import { withdrawInvitation } from "@/lib/accounts/invitations/invite";
import { idParams, removed } from "@/lib/base/fields";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/invitations/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(accountRoute("members.write"), {
    summary: "Withdraw an invitation",
    tag: "Members",
    params: idParams("id"),
    answers: {
      200: { msg: "Invitation withdrawn.", data: removed },
      403: { description: "It is an owner's." },
      404: { msg: "Not found." },
    },
    handle: async ({ caller, params }) =>
      ok(
        "Invitation withdrawn.",
        await withdrawInvitation(caller.account.id, params.id, {
          actor: actorOf(caller.member),
          role: caller.role,
        }),
      ),
  }),
});
