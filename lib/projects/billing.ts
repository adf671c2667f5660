import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { updateBilling } from "@/lib/projects/queries";

/** A suspended project still counts everything; its reports show a request for payment. */
export function setBilling(
  project: Pick<Project, "id" | "accountId">,
  billing: { suspended: boolean; paymentLink?: string | null | undefined },
  by: Actor,
  now: Date,
) {
  const { suspended, paymentLink } = billing;
  return updateBilling(project.accountId, project.id, { suspended, paymentLink, now }, by);
}
