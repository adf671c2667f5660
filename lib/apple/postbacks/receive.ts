import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import type { Framework, Postback } from "@/lib/apple/postbacks/postback";
import { findOwnerOfApp, storePostback } from "@/lib/apple/postbacks/queries";
import { readPostback } from "@/lib/apple/postbacks/read";
import { estimatedInstallInterval } from "@/lib/apple/postbacks/rules";
import { storeUnclaimed } from "@/lib/apple/postbacks/unclaimed-queries";
import { isFrozenError } from "@/lib/base/database-failure";
import { newId, type ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/**
 * `conflict`: a verified copy with other unsigned values was stored before. `full`: the daily limit of invalid
 * postbacks, or of copies, is reached. `nobodys`: the postback has no app.
 */
export type PostbackReceipt = "stored" | "duplicate" | "conflict" | "full" | "unclaimed" | "nobodys";

/** Asks Apple to retry, for up to nine days, while the app's project is being migrated. */
const retryLater = () =>
  new Refusal("project_moving", "This app's project is being moved to another server. Please try again.", {
    headers: { "retry-after": "3600" },
  });

/** `host` is the host that Apple posted to. */
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
  if (owner.frozen) throw retryLater();
  try {
    return { outcome: await recordPostback(owner.id, postback, { at: now, source: "" }), project: owner.id };
  } catch (error) {
    throw isFrozenError(error) ? retryLater() : error;
  }
}

/** The second attempt sees a copy that was stored at the same moment. A third would mean that rows vanish. */
const maxAttempts = 3;

/** Stores a parsed and verified postback in its project. */
export async function recordPostback(
  projectId: ProjectId,
  postback: Postback,
  { at, source }: { at: Date; source: string },
): Promise<PostbackReceipt> {
  const begun = estimatedInstallInterval(at, postback);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = await storePostback(projectId, { ...postback, id: newId(at), receivedAt: at, source, begun });
    if (row.added) return postback.verdict === "verified" && row.is_first === false ? "conflict" : "stored";
    if (row.is_known) return "duplicate";
    if (row.is_full) return "full";
  }
  throw new Error("The postback was not stored, and no earlier copy of it exists.");
}
