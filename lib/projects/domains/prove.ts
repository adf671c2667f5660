import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { errorCode } from "@/lib/base/database-failure";
import { proveDomainClaim } from "@/lib/projects/domains/claim-queries";
import type { DnsFindings } from "@/lib/projects/domains/dns";
import type { DomainRow, ProvedBy } from "@/lib/projects/domains/queries";

/** If two projects prove a host at once the first gets it, and the second then finds it taken. */
export async function proveDomain(
  project: Pick<Project, "id">,
  proof: { id: number; by: ProvedBy; findings: DnsFindings | null; now: Date },
  by: Actor,
): Promise<DomainRow | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await proveDomainClaim(project.id, proof, by);
    } catch (error) {
      if (errorCode(error) !== "23505" || attempt >= 5) throw error;
    }
  }
}
