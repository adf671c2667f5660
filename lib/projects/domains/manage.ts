import { errorCode } from "@/db/failure";
import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { type DnsFindings, type DnsLookup, findRecords } from "@/lib/projects/domains/dns";
import { presentDomain } from "@/lib/projects/domains/present";
import {
  deleteDomain,
  findDomain,
  findDomains,
  insertDomain,
  makePrimary,
  saveCheck,
} from "@/lib/projects/domains/queries";
import { newVerification, recordsFor, refuseOwnHost, takenHost } from "@/lib/projects/domains/rules";
import { isLocalHost } from "@/lib/projects/rules";
import { Refusal } from "@/lib/refusal";

type Owner = Pick<Project, "id" | "accountId">;

const unknown = () => new Refusal(404, "Not found.");

export async function listDomains(project: Owner, appUrl: string) {
  return { domains: (await findDomains(project.id)).map((row) => presentDomain(row, appUrl)) };
}

export async function addDomain(
  project: Owner,
  host: string,
  by: Actor,
  { now, appUrl }: { now: Date; appUrl: string },
) {
  refuseOwnHost(host, appUrl, "host");
  const domain = { host, verification: newVerification(), verifiedAt: isLocalHost(host) ? now : null };
  const made = await insertDomain(project.accountId, project.id, domain, by);
  if (!made) throw takenHost("host");
  return { domain: presentDomain(made, appUrl) };
}

const local: DnsFindings = { verified: true, by: "local", txt: [], cname: [], addresses: [] };

/** Asks DNS, keeps what it said. A domain that was proved once stays so: DNS may be away for a moment. */
export async function checkDomain(
  project: Owner,
  id: number,
  by: Actor,
  { now, appUrl, dns }: { now: Date; appUrl: string; dns: DnsLookup },
) {
  const found = await findDomain(project.id, id);
  if (!found) throw unknown();
  const findings = isLocalHost(found.host)
    ? local
    : await findRecords(recordsFor(found.host, found.verification, appUrl), dns);
  const saved = await saveCheck(project.accountId, project.id, { id, findings, now }, by);
  if (!saved) throw unknown();
  return { domain: presentDomain(saved, appUrl) };
}

/** Links of campaigns without a domain of their own are on this one from now on. */
export async function choosePrimary(project: Owner, id: number, by: Actor, appUrl: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      const domain = await makePrimary(project.accountId, project.id, id, by);
      if (!domain) throw unknown();
      return { domain: presentDomain(domain, appUrl) };
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
    409,
    outcome.is_primary
      ? "This is the primary domain. Make another one primary first."
      : "A campaign uses this domain. Delete the campaign, or give it another domain, first.",
  );
}
