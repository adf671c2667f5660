import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";
import { presentDomain } from "@/lib/projects/domains/present";
import { deleteDomain, findDomain, findDomains, makePrimary } from "@/lib/projects/domains/queries";

type Owner = Pick<Project, "id" | "accountId">;

const unknown = () => new Refusal("not_found", "Not found.");

export async function listDomains(project: Owner, appUrl: string) {
  return { domains: (await findDomains(project.id)).map((row) => presentDomain(row, appUrl)) };
}

/** Links of campaigns without their own domain use this one from now on. */
export async function choosePrimary(project: Owner, id: number, by: Actor, appUrl: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      const domain = await makePrimary(project.accountId, project.id, id, by);
      if (domain) return { domain: presentDomain(domain, appUrl) };
      if (!(await findDomain(project.id, id))) throw unknown();
      throw new Refusal("not_verified", "This domain isn't verified yet, so its links wouldn't work.");
    } catch (error) {
      if (errorCode(error) !== "23505" || attempt >= 5) throw error;
    }
  }
}

export async function removeDomain(project: Owner, id: number, by: Actor) {
  const outcome = await deleteDomain(project.accountId, project.id, id, by);
  if (!outcome) throw unknown();
  if (outcome.removed) return { id };
  throw new Refusal(
    "in_use",
    outcome.is_primary
      ? "This is the primary domain. Make another one primary first."
      : "A campaign uses this domain. Delete the campaign or change its domain first.",
  );
}
