import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import type { SignatureVerdict } from "@/lib/apple/postbacks/postback";
import { findPostbacksOfKeys, findStoredPostbacks, storeVerdict } from "@/lib/apple/postbacks/queries";
import { readPostback } from "@/lib/apple/postbacks/read";
import { estimatedInstallInterval } from "@/lib/apple/postbacks/rules";
import type { ProjectId } from "@/lib/base/ids";

/** Verifies a postback with the currently known keys; null if it does not exist. */
export async function verifyPostbackAgain(
  projectId: ProjectId,
  id: string,
  keys: AppleKeys = appleKeys,
): Promise<SignatureVerdict | null> {
  const stored = await findStoredPostbacks(projectId, id);
  if (!stored) return null;
  const postback = readPostback(stored.framework, stored.raw, keys);
  if (postback.verdict !== stored.verdict) {
    await storeVerdict(projectId, id, {
      ...postback,
      begun: estimatedInstallInterval(stored.received_at, postback),
    });
  }
  return postback.verdict;
}

const atOnce = 500;

/** After an upgrade with a new Apple key, verifies earlier postbacks with it once. */
export async function judgeByNewKeys(budgetMs: number, keys: AppleKeys = appleKeys): Promise<number> {
  const end = performance.now() + budgetMs;
  let judged = 0;
  for (const { project_id, id } of await findPostbacksOfKeys([...keys.aak.keys()], atOnce)) {
    if (performance.now() > end) return judged;
    await verifyPostbackAgain(project_id, id, keys);
    judged++;
  }
  return judged;
}
