import { backgroundProject } from "@/lib/accounts/access/callers";
import { stateAfterReply } from "@/lib/attribution/apple/answer";
import { fetchAttribution } from "@/lib/attribution/apple/client";
import {
  claimTokens,
  type DueAppleToken,
  findProjectsWithTokens,
  storeReplies,
} from "@/lib/attribution/apple/queries";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { wakeAttribution } from "@/lib/attribution/wake";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { FairRound } from "@/lib/platform/jobs/round";

/** Concurrent requests: enough for responses that take a second, and few enough for Apple's limits. */
const atOnce = 8;
/** Longer than any request; afterwards another process may claim the tokens of a dead one. */
const claimMs = 60_000;
const round = new FairRound();

/**
 * Queries Apple about due tokens in every project that uses it. An install waits for the first tries. If they bring no
 * answer, it is decided without Apple, and decided again when Apple answers.
 */
export async function resolveTokens(budgetMs: number, now: () => Date): Promise<number> {
  const address = env.APPLE_ADSERVICES_URL;
  if (address === null) return 0;
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let calls = 0;
  await round.go(await findProjectsWithTokens(now()), isOver, async (id) => {
    const project = await backgroundProject(id);
    if (!project || !attributionRulesOf(project.settings.attribution).apple) return;
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
