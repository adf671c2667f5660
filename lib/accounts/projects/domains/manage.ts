import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import {
  type DueClaim,
  findClaim,
  findDueClaims,
  insertClaim,
  noteClaim,
  proveClaim,
} from "@/lib/accounts/projects/domains/claim-queries";
import { type DnsFindings, type DnsLookup, findRecords } from "@/lib/accounts/projects/domains/dns";
import { presentDomain } from "@/lib/accounts/projects/domains/present";
import {
  type DomainRow,
  deleteDomain,
  findDomain,
  findDomains,
  insertLocalDomain,
  makePrimary,
  type ProvedBy,
  saveCheck,
} from "@/lib/accounts/projects/domains/queries";
import { newVerification, recordsFor, refuseOwnHost, takenHost } from "@/lib/accounts/projects/domains/rules";
import { isLocalHost } from "@/lib/accounts/projects/rules";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

type Owner = Pick<Project, "id" | "accountId">;

const unknown = () => new Refusal(404, "Not found.");

export async function listDomains(project: Owner, appUrl: string) {
  return { domains: (await findDomains(project.id)).map((row) => presentDomain(row, appUrl)) };
}

export type NewDomain = {
  now: Date;
  appUrl: string;
  /**
   * The operator may assign a domain at once. Members must prove it; until then it is a claim, and nothing is served.
   */
  byOperator?: boolean;
  wantsPrimary?: boolean;
};

export async function addDomain(project: Owner, host: string, by: Actor, wanted: NewDomain) {
  const { now, appUrl, byOperator = false, wantsPrimary = false } = wanted;
  refuseOwnHost(host, appUrl, "host");
  const verification = newVerification();
  const local = isLocalHost(host);
  const made = local
    ? await insertLocalDomain(project.accountId, project.id, { host, verification, now }, by)
    : await insertClaim(project.accountId, project.id, { host, verification, wantsPrimary }, by);
  if (local || !byOperator) {
    if (!made) throw takenHost("host");
    return { domain: presentDomain(made, appUrl) };
  }
  const id = made?.id ?? (await findClaim(project.id, host));
  const proof = { by: "operator", findings: null, now } as const;
  const proved = id === null ? null : await prove(project, { id, ...proof }, by);
  if (!proved) throw takenHost("host");
  return { domain: presentDomain(proved, appUrl) };
}

/** If two projects prove a host at once the first gets it, and the second then finds it taken. */
async function prove(
  project: Owner,
  proof: { id: number; by: ProvedBy; findings: DnsFindings | null; now: Date },
  by: Actor,
): Promise<DomainRow | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await proveClaim(project.id, proof, by);
    } catch (error) {
      if (errorCode(error) !== "23505" || attempt >= 5) throw error;
    }
  }
}

const local: DnsFindings = { verified: true, by: "local", txt: [], cname: [], addresses: [] };

type Looking = { now: Date; appUrl: string; dns: DnsLookup };

/** Queries DNS and stores the result; a proved domain is served from then on. */
export async function checkDomain(project: Owner, id: number, by: Actor, looking: Looking) {
  const found = await findDomain(project.id, id);
  if (!found) throw unknown();
  const findings = isLocalHost(found.host) ? local : await lookUp(found, looking);
  const saved = await keep(project, found, findings, by, looking.now);
  if (!saved) throw unknown();
  return { domain: presentDomain(saved, looking.appUrl) };
}

const lookUp = ({ host, verification }: DomainRow, { appUrl, dns }: Looking) =>
  findRecords({ verification, records: recordsFor(host, verification, appUrl) }, dns);

async function keep(project: Owner, found: DomainRow, findings: DnsFindings, by: Actor, now: Date) {
  const check = { id: found.id, findings, now };
  const claim = found.verified_at === null ? await noteClaim(project.id, check) : null;
  if (!claim) return saveCheck(project.accountId, project.id, check, by);
  if (!findings.verified) return claim;
  const proved = await prove(project, { ...check, by: "dns" }, by);
  if (proved) return proved;
  throw new Refusal(409, "Another project of this server has proved this domain. Remove it there first.");
}

const background: Actor = { memberId: null, name: "server" };
const atOnce = 20;

/** Checks the claims that are due, until `until` or none is left, and answers how many it checked. */
export async function checkClaims(until: () => boolean, looking: () => Looking): Promise<number> {
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
    // The claim was removed, or another project has proved the host. The next request of a member is told so.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Links of campaigns without their own domain use this one from now on. */
export async function choosePrimary(project: Owner, id: number, by: Actor, appUrl: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      const domain = await makePrimary(project.accountId, project.id, id, by);
      if (domain) return { domain: presentDomain(domain, appUrl) };
      if (!(await findDomain(project.id, id))) throw unknown();
      throw new Refusal(409, "This domain is not verified yet: links on it would lead nowhere.");
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
