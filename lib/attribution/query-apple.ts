import { backgroundProject } from "@/lib/accounts/access/callers";
import { stateAfterReply } from "@/lib/attribution/apple/answer";
import { fetchAttribution } from "@/lib/attribution/apple/client";
import {
  claimTokens,
  type DueAppleToken,
  findProjectsWithTokens,
  storeReplies,
} from "@/lib/attribution/apple/queries";
import { rulesOf } from "@/lib/attribution/rule-sets/windows";
import { wakeAttribution } from "@/lib/attribution/wake";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { Round } from "@/lib/platform/jobs/round";

/** Asked for at once: enough that a second each is no long time, few enough to be a good guest. */
const atOnce = 8;
/** Longer than any request: after it, a dead process is replaced. */
const claimMs = 60_000;
const round = new Round();

/**
 * Asks Apple about the tokens that are due, in every project that wants it. An install waits for the first tries;
 * when those come to nothing it is decided without Apple, and once more when it has answered.
 */
export async function resolveTokens(budgetMs: number, now: () => Date): Promise<number> {
  const address = env.APPLE_ADSERVICES_URL;
  if (address === null) return 0;
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let calls = 0;
  await round.go(await findProjectsWithTokens(now()), isOver, async (id) => {
    const project = await backgroundProject(id);
    if (!project || !rulesOf(project.settings.attribution).apple) return;
    while (!isOver()) {
      const at = now();
      const due = await claimTokens(project.id, at, new Date(at.getTime() + claimMs), atOnce);
      await Promise.all(due.map((token) => queryOne(project.id, address, token, now)));
      calls += due.length;
      if (due.length < atOnce) return;
    }
  });
  return calls;
}

async function queryOne(
  projectId: ProjectId,
  address: string,
  due: DueAppleToken,
  now: () => Date,
): Promise<void> {
  const calls = await fetchAttribution(address, due.token);
  const at = now();
  const state = stateAfterReply(calls, due.tries + 1, due.received_at, at);
  if (await storeReplies(projectId, due.install_id, state, at)) wakeAttribution(projectId);
}
