import type { ProjectId } from "@/lib/base/ids";
import { storeStillInstalled } from "@/lib/facts/uninstalls/store-queries";

/** Records a sign that an install's app is still on the device. */
export const recordStillInstalled = (projectId: ProjectId, instance: string, at: Date): Promise<void> =>
  storeStillInstalled(projectId, instance, at);
