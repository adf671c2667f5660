import type { Project } from "@/lib/accounts/access/project";
import { countLosses } from "@/lib/privacy/removal/queries";

/** The figures that are lost when a project is deleted, from its reports. */
export const deletionLosses = (project: Pick<Project, "id">) => countLosses(project.id);
