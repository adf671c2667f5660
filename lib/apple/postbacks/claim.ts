import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import { findOwnerOfApp } from "@/lib/apple/postbacks/queries";
import { readPostback } from "@/lib/apple/postbacks/read";
import { recordPostback } from "@/lib/apple/postbacks/receive";
import {
  findClaimable,
  removeUnclaimed,
  removeUnclaimedBefore,
} from "@/lib/apple/postbacks/unclaimed-queries";
import { isFrozenError } from "@/lib/base/database-failure";

const atOnce = 200;
const retentionMs = 60 * 24 * 3_600_000;

/**
 * Gives waiting postbacks to the project that now lists and has verified their app. Deletes waiting postbacks that are
 * too old.
 */
export async function claimPostbacks(
  budgetMs: number,
  now: () => Date,
  { keys = appleKeys, only = null }: { keys?: AppleKeys; only?: string | null } = {},
): Promise<{ claimed: number; dropped: number }> {
  const end = performance.now() + budgetMs;
  let claimed = 0;
  for (let left = true; left; ) {
    left = false;
    for (const { id, framework, raw, received_at, posted_to } of await findClaimable(only, atOnce)) {
      if (performance.now() > end) return { claimed, dropped: 0 };
      const postback = readPostback(framework, raw, keys);
      const owner = postback.appId === null ? null : await findOwnerOfApp(postback.appId, posted_to);
      // Postbacks of a moving project wait until its new address is known.
      if (!owner?.verified || owner.frozen) continue;
      try {
        await recordPostback(owner.id, postback, { at: received_at, source: "" });
      } catch (error) {
        if (isFrozenError(error)) continue;
        throw error;
      }
      await removeUnclaimed(id);
      claimed++;
      left = true;
    }
  }
  return { claimed, dropped: await removeUnclaimedBefore(new Date(now().getTime() - retentionMs)) };
}
