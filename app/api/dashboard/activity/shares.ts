import { newShare, revoked, revokeInput, sharedLinks, shareInput } from "@/lib/activity/shares/schema";
import { listShares, makeShare, revokeShare, revokeSharesOf } from "@/lib/activity/shares/shares";
import { env } from "@/lib/base/env";
import { idParams, removedById } from "@/lib/base/fields";
import { randomBase62 } from "@/lib/base/ids";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";

const tag = "Reporting";

export const sharesRoutes = {
  "/projects/:project/shares": {
    GET: projectEndpoint("shares.write", {
      summary: "List share links",
      tag,
      msg: "Share links.",
      data: sharedLinks,
      run: ({ project, now }) => listShares(project, now),
    }),
    POST: projectEndpoint("shares.write", {
      summary: "Share the overview or a report with people without an account",
      description:
        "The response has the link, only once. Anyone with the link sees the figures until it expires.",
      tag,
      body: shareInput,
      status: 201,
      msg: "Share link created. Copy it now. It is not shown again.",
      data: newShare,
      refusals: { 409: { description: "The limit is reached." } },
      run: ({ project, body, by, now }) =>
        makeShare(project, body, by, { token: randomBase62(40), now, appUrl: env.APP_URL }),
    }),
  },
  "/projects/:project/shares/revoke": {
    POST: projectEndpoint("shares.write", {
      summary: "Revoke all share links of a creator who has left",
      tag,
      body: revokeInput,
      msg: "Share links revoked.",
      data: revoked,
      refusals: { 404: { msg: "There are no share links by a creator who has left." } },
      run: ({ project, body, by }) => revokeSharesOf(project, body.created_by, by),
    }),
  },
  "/projects/:project/shares/:id": {
    DELETE: projectEndpoint("shares.write", {
      summary: "Revoke a share link",
      tag,
      params: idParams("id"),
      msg: "Share link revoked.",
      data: removedById,
      refusals: { 404: { msg: "Not found." } },
      run: ({ project, params, by }) => revokeShare(project, params.id, by),
    }),
  },
};
