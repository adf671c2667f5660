import type { ProjectId } from "@/lib/base/ids";
import { dropIdsOfClicks } from "@/lib/facts/consent/click-queries";

/** After a decision: a refusal that was told before it could not know to which click the install belongs. */
export async function eraseClickIds(projectId: ProjectId, instances: string[]): Promise<void> {
  if (instances.length > 0) await dropIdsOfClicks(projectId, instances);
}
