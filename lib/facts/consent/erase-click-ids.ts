import type { ProjectId } from "@/lib/base/ids";
import { dropIdsOfClicks } from "@/lib/facts/consent/click-queries";

/** Runs after a decision: an earlier refusal could not remove the click's IDs, because the click was unknown. */
export async function eraseClickIds(projectId: ProjectId, instances: string[]): Promise<void> {
  if (instances.length > 0) await dropIdsOfClicks(projectId, instances);
}
