/** The kind of route for share links: a token in the path, and only the shared figures. */

import { sharedProject } from "@/lib/accounts/access/callers";
import { hashOfSecret } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import { findOpenShare, type OpenShareRow } from "@/lib/activity/shares/queries";
import { Refusal } from "@/lib/base/refusal";
import { limitText, spendTokens } from "@/lib/gateway/routes";
import { callerNetwork } from "@/lib/platform/address-key";
import type { RouteKind } from "@/lib/platform/http/route";

export type ShareCaller = { share: OpenShareRow; project: Project };

const over = "This link has expired. Ask its sender for a new one.";

/**
 * The link moves with the project to the other instance, which has the same figures and newer ones. It is also ended
 * there.
 */
const moved = "These figures are on another server now.";

const minute = 60_000;
/**
 * Limits the guesses and reloads of one network, and then all readers of one link, because each view calculates its
 * figures.
 */
const perNetwork = { count: 60, windowMs: minute };
const perLink = { count: 120, windowMs: minute };

/** Member cookies are ignored: the answer is the same for everybody who has the link. */
export const shareRoute: RouteKind<ShareCaller> = {
  name: "share",
  security: null,
  bodyLimit: 0,
  cors: false,
  bodyFirst: false,
  deadlineMs: 20_000,
  answers: { 404: over, 410: moved, 429: limitText },
  async admit(call) {
    await spendTokens([{ key: `share:${callerNetwork(call.address)}`, limit: perNetwork }], call, 60);
    const token = call.params.token ?? "";
    const share = /^[0-9A-Za-z]{40}$/.test(token) ? await findOpenShare(hashOfSecret(token), call.now) : null;
    const project = share && (await sharedProject(share.project_id));
    if (!project) throw new Refusal("share_link_ended", over);
    call.project = project.id;
    await spendTokens([{ key: `share-link:${share.id}`, limit: perLink }], call, 60);
    const to = project.frozen?.movedTo;
    if (to)
      throw new Refusal("project_moved", moved, { status: 410, extra: { moved_to: `${to}/share/${token}` } });
    return { caller: { share, project } };
  },
};
