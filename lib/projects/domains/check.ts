import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { isLocalHost } from "@/lib/base/web/hosts";
import { type DueClaim, findDueClaims, storeClaimCheck } from "@/lib/projects/domains/claim-queries";
import { type DnsFindings, type DnsLookup, findRecords } from "@/lib/projects/domains/dns";
import { presentDomain } from "@/lib/projects/domains/present";
import { proveDomain } from "@/lib/projects/domains/prove";
import { type DomainRow, findDomain, saveCheck } from "@/lib/projects/domains/queries";
import { dnsRecordsFor } from "@/lib/projects/domains/rules";

type Owner = Pick<Project, "id" | "accountId">;

const unknown = () => new Refusal("not_found", "Not found.");

const local: DnsFindings = { verified: true, by: "local", txt: [], cname: [], addresses: [] };

type Looking = { now: Date; appUrl: string; dns: DnsLookup };

/** Queries DNS and stores the result; a proved domain is served from then on. */
export async function checkDomain(project: Owner, id: number, by: Actor, looking: Looking) {
  const found = await findDomain(project.id, id);
  if (!found) throw unknown();
  const findings = isLocalHost(found.host) ? local : await lookUp(found, looking);
  const saved = await storeFindings(project, found, findings, by, looking.now);
  if (!saved) throw unknown();
  return { domain: presentDomain(saved, looking.appUrl) };
}

const lookUp = ({ host, verification }: DomainRow, { appUrl, dns }: Looking) =>
  findRecords({ verification, records: dnsRecordsFor(host, verification, appUrl) }, dns);

async function storeFindings(project: Owner, found: DomainRow, findings: DnsFindings, by: Actor, now: Date) {
  const check = { id: found.id, findings, now };
  const claim = found.verified_at === null ? await storeClaimCheck(project.id, check) : null;
  if (!claim) return saveCheck(project.accountId, project.id, check, by);
  if (!findings.verified) return claim;
  const proved = await proveDomain(project, { ...check, by: "dns" }, by);
  if (proved) return proved;
  throw new Refusal(
    "already_exists",
    "Another project on this server has verified this domain. Remove it there first.",
  );
}

const background: Actor = { memberId: null, name: "server" };
const atOnce = 20;

/** Checks the claims that are due, until `until` or until none is left. Returns the number of checked claims. */
export async function checkDueClaims(until: () => boolean, looking: () => Looking): Promise<number> {
  const due = await findDueClaims(looking().now, 200);
  let done = 0;
  for (; done < due.length && !until(); done += atOnce) {
    await Promise.all(due.slice(done, done + atOnce).map((claim) => checkClaim(claim, looking())));
  }
  return Math.min(done, due.length);
}

async function checkClaim({ project_id: id, account_id: accountId, id: claim }: DueClaim, looking: Looking) {
  try {
    await checkDomain({ id, accountId }, claim, background, looking);
  } catch (error) {
    // The claim was removed, or another project has proved the host. The next request of a member shows it.
    if (!(error instanceof Refusal)) throw error;
  }
}
