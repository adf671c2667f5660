import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import type { Framework, Postback } from "@/lib/apple/postbacks/postback";
import { findOwnerOfApp, storePostback } from "@/lib/apple/postbacks/queries";
import { readPostback } from "@/lib/apple/postbacks/read";
import { begunAbout } from "@/lib/apple/postbacks/rules";
import { storeUnclaimed } from "@/lib/apple/postbacks/unclaimed-queries";
import { isFrozenError } from "@/lib/base/database-failure";
import { newId, type ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/**
 * `conflict`: verified, and another copy of the same postback with other unsigned values came before. `full`: too many
 * that are not Apple's came for the project on that day, or too many copies of this one. `nobodys`: it names no app at all.
 */
export type PostbackReceipt = "stored" | "duplicate" | "conflict" | "full" | "unclaimed" | "nobodys";

/** What arrives for an app that is about to be served elsewhere comes again, for up to nine days. */
const comeAgain = () =>
  new Refusal("project_moving", "This app's project is being moved to another server. Please try again.", {
    headers: { "retry-after": "3600" },
  });

/** `host` is the one that it was posted to. */
export async function receivePostback(
  framework: Framework,
  raw: Record<string, unknown>,
  { now, host = null, keys = appleKeys }: { now: Date; host?: string | null; keys?: AppleKeys },
): Promise<{ outcome: PostbackReceipt; project: ProjectId | null }> {
  const postback = readPostback(framework, raw, keys);
  if (postback.appId === null) return { outcome: "nobodys", project: null };
  const owner = await findOwnerOfApp(postback.appId, host);
  if (!owner) {
    if (postback.verdict === "verified")
      await storeUnclaimed(postback, { id: newId(now), at: now, postedTo: host });
    return { outcome: "unclaimed", project: null };
  }
  if (owner.frozen) throw comeAgain();
  try {
    return { outcome: await recordPostback(owner.id, postback, { at: now, source: "" }), project: owner.id };
  } catch (error) {
    throw isFrozenError(error) ? comeAgain() : error;
  }
}

/** A second look sees the copy that was stored at the same moment; a third would mean that rows vanish. */
const looks = 3;

/** Stores what was read and judged, in the project that it is for. */
export async function recordPostback(
  projectId: ProjectId,
  postback: Postback,
  { at, source }: { at: Date; source: string },
): Promise<PostbackReceipt> {
  const begun = begunAbout(at, postback);
  for (let attempt = 0; attempt < looks; attempt++) {
    const row = await storePostback(projectId, { ...postback, id: newId(at), receivedAt: at, source, begun });
    if (row.added) return postback.verdict === "verified" && row.is_first === false ? "conflict" : "stored";
    if (row.is_known) return "duplicate";
    if (row.is_full) return "full";
  }
  throw new Error("The postback was not stored, and no earlier copy of it exists.");
}
