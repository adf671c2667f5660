import { actorOf } from "@/lib/accounts/audit/actor";
import { newShare, revoked, revokeInput, sharedLinks, shareInput } from "@/lib/activity/shares/schema";
import { listShares, makeShare, revokeShare, revokeSharesOf } from "@/lib/activity/shares/shares";
import { env } from "@/lib/base/env";
import { idParams, removedById } from "@/lib/base/fields";
import { randomBase62 } from "@/lib/base/ids";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const sharesRoutes = {
  "/projects/:project/shares": {
    GET: defineRoute(projectRoute("shares.write"), {
      summary: "List share links",
      tag: "Reporting",
      answers: { 200: { msg: "Share links.", data: sharedLinks } },
      handle: async ({ caller, call }) => ok("Share links.", await listShares(caller.project, call.now)),
    }),
    POST: defineRoute(projectRoute("shares.write"), {
      summary: "Share the overview or a report with people without an account",
      description:
        "The response has the link, only once. Anyone with the link sees the figures until it expires.",
      tag: "Reporting",
      body: shareInput,
      answers: {
        201: { msg: "Share link created. Copy it now. It is not shown again.", data: newShare },
        409: { description: "The limit is reached." },
      },
      async handle({ caller, body, call }) {
        const at = { token: randomBase62(40), now: call.now, appUrl: env.APP_URL };
        const made = await makeShare(caller.project, body, actorOf(caller.member), at);
        return createdReply("Share link created. Copy it now. It is not shown again.", made);
      },
    }),
  },
  "/projects/:project/shares/revoke": {
    POST: defineRoute(projectRoute("shares.write"), {
      summary: "Revoke all share links of a creator who has left",
      tag: "Reporting",
      body: revokeInput,
      answers: {
        200: { msg: "Share links revoked.", data: revoked },
        404: { msg: "There are no share links by a creator who has left." },
      },
      handle: async ({ caller, body }) =>
        ok(
          "Share links revoked.",
          await revokeSharesOf(caller.project, body.created_by, actorOf(caller.member)),
        ),
    }),
  },
  "/projects/:project/shares/:id": {
    DELETE: defineRoute(projectRoute("shares.write"), {
      summary: "Revoke a share link",
      tag: "Reporting",
      params: idParams("id"),
      answers: { 200: { msg: "Share link revoked.", data: removedById }, 404: { msg: "Not found." } },
      handle: async ({ caller, params }) =>
        ok("Share link revoked.", await revokeShare(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
