import type { ProjectId } from "@/lib/base/ids";
import { storeBack } from "@/lib/facts/uninstalls/store-queries";

/** Records a sign that an install's app is still on the device. */
export const noteBack = (projectId: ProjectId, instance: string, at: Date): Promise<void> =>
  storeBack(projectId, instance, at);
