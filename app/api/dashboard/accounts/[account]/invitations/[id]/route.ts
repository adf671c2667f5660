import { accountRoute } from "@/lib/access/session-routes";
import { withdrawInvitation } from "@/lib/accounts/invitations/invite";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
