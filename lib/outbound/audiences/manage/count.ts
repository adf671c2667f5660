import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { withoutEmptyRanges } from "@/lib/outbound/audiences/conditions/schema";
import { evaluateCandidate } from "@/lib/outbound/audiences/evaluate";
import { audienceKinds } from "@/lib/outbound/audiences/kinds/kinds";
import { candidatePages } from "@/lib/outbound/audiences/run/scan";
import type { AudienceCount, countAudienceBody } from "@/lib/outbound/audiences/schema";

/** A part of a count takes about this long. */
const partMs = 1_500;

/** Counts installs that match, and those that each receiver would get, from where the part before ended. */
export async function countAudience(
  project: Project,
  { conditions, after }: z.output<typeof countAudienceBody>,
  now: Date,
): Promise<AudienceCount> {
  const end = performance.now() + partMs;
  const receivers = audienceKinds.map((kind) => ({
    kind: kind.code,
    sendable: 0,
    skipped: {} as Record<string, number>,
  }));
  const count = { checked: 0, matching: 0, receivers, progress: 1, next: null as string | null };
  for await (const page of candidatePages(project, withoutEmptyRanges(conditions), { now, after })) {
    count.checked += page.checked;
    count.matching += page.matching.length;
    for (const candidate of page.matching)
      for (const [n, kind] of audienceKinds.entries()) {
        const evaluated = evaluateCandidate(kind, candidate);
        const receiver = receivers[n]!;
        if ("ids" in evaluated) receiver.sendable++;
        else receiver.skipped[evaluated.skipped] = (receiver.skipped[evaluated.skipped] ?? 0) + 1;
      }
    count.progress = page.progress;
    count.next = page.next;
    if (performance.now() > end) break;
  }
  return count;
}
