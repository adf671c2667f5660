import type { ProjectId } from "@/lib/base/ids";
import { findUsedFeatures } from "./queries";

/** The features that a project has data or settings of. */
export const usedFeaturesOf = (projectId: ProjectId) => findUsedFeatures(projectId);
