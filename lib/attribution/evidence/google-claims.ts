import type { Project } from "@/lib/accounts/access/project";
import { storeGoogleClaims } from "@/lib/attribution/evidence/google-claim-queries";
import { storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { wakeDecider } from "@/lib/facts/app-calls/wake-attribution";

/** Google's claims of installs, from its answers to their first events. They decide if the project's rules say so. */
export async function noteGoogleClaims(
  project: Project,
  claims: { installId: string; claim: Record<string, unknown> }[],
  at: Date,
): Promise<void> {
  if (claims.length === 0) return;
  const decides = attributionRulesOf(storedRulesOf(project)).googleClaims === true;
  const rows = claims.map(({ installId, claim }) => ({ install_id: installId, claim }));
  const stored = await storeGoogleClaims(project.id, rows, { decides, at });
  if (stored > 0 && decides) wakeDecider(project.id);
}
