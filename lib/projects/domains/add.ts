import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { isLocalHost } from "@/lib/base/web/hosts";
import { findDomainClaim, insertDomainClaim } from "@/lib/projects/domains/claim-queries";
import { presentDomain } from "@/lib/projects/domains/present";
import { proveDomain } from "@/lib/projects/domains/prove";
import { insertLocalDomain } from "@/lib/projects/domains/queries";
import { hostTakenRefusal, newVerification, refuseAppHost } from "@/lib/projects/domains/rules";

export type NewDomain = {
  now: Date;
  appUrl: string;
  /** The operator may assign a domain at once. Members must prove it; until then it is an unserved claim. */
  byOperator?: boolean;
  wantsPrimary?: boolean;
};

export async function addDomain(
  project: Pick<Project, "id" | "accountId">,
  host: string,
  by: Actor,
  input: NewDomain,
) {
  const { now, appUrl, byOperator = false, wantsPrimary = false } = input;
  refuseAppHost(host, appUrl, "host");
  const verification = newVerification();
  const local = isLocalHost(host);
  const made = local
    ? await insertLocalDomain(project.accountId, project.id, { host, verification, now }, by)
    : await insertDomainClaim(project.accountId, project.id, { host, verification, wantsPrimary }, by);
  if (local || !byOperator) {
    if (!made) throw hostTakenRefusal("host");
    return { domain: presentDomain(made, appUrl) };
  }
  const id = made?.id ?? (await findDomainClaim(project.id, host));
  const proof = { by: "operator", findings: null, now } as const;
  const proved = id === null ? null : await proveDomain(project, { id, ...proof }, by);
  if (!proved) throw hostTakenRefusal("host");
  return { domain: presentDomain(proved, appUrl) };
}
