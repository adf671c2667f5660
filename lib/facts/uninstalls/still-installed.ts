import type { ProjectId } from "@/lib/base/ids";
import { storeBack } from "@/lib/facts/uninstalls/store-queries";

/** Something came of an install that tells that its app is there. */
export const noteBack = (projectId: ProjectId, instance: string, at: Date): Promise<void> =>
  storeBack(projectId, instance, at);
