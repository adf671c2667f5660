import type { Project } from "@/lib/accounts/access/project";
import { countLosses } from "@/lib/privacy/removal/queries";

/** What goes with a project when it is deleted, in the figures of its reports. */
export const lossesOf = (project: Pick<Project, "id">) => countLosses(project.id);
