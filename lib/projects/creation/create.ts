import { newProjectToken, newServerKey } from "@/lib/accounts/access/credentials";
import type { Actor } from "@/lib/accounts/audit/actor";
import { errorCode } from "@/lib/base/database-failure";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { randomBase62 } from "@/lib/base/ids";
import { isLocalHost, slugOf } from "@/lib/base/web/hosts";
import { addDomain } from "@/lib/projects/domains/add";
import { hostTakenRefusal, newVerification, refuseAppHost } from "@/lib/projects/domains/rules";
import { findTakenSlugs, insertProject } from "@/lib/projects/queries";
import type { ProjectInput } from "@/lib/projects/schema";

const maxTries = 6;

export type CreatedProject = {
  id: ProjectId;
  slug: string;
  token: string;
  host: string;
  serverKey: string | null;
};

/**
 * Creates a project that is ready to use, with its token and a host for its links. If a server key is named, it is
 * created too, and cannot be read again later.
 *
 * The host is a local name. The given domain replaces it once it is verified, which happens at once if the operator
 * adds it.
 */
export async function createProject(
  account: AccountId,
  input: ProjectInput,
  by: Actor,
  at: { now: Date; appUrl: string; byOperator?: boolean; isSample?: boolean },
): Promise<CreatedProject> {
  const { now, appUrl, byOperator = false, isSample = false } = at;
  const { domain } = input;
  if (domain !== undefined) refuseAppHost(domain, appUrl, "domain");
  const key = input.server_key_name === undefined ? null : newServerKey();
  const token = newProjectToken();
  const requestedId = slugOf(input.name);
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? requestedId : `${requestedId}-${randomBase62(5).toLowerCase()}`;
    const taken = await findTakenSlugs({ slug, host: domain ?? `${slug}.localhost` });
    if (taken.proved && domain !== undefined) throw hostTakenRefusal("domain");
    const atOnce = domain !== undefined && (isLocalHost(domain) || byOperator) && !taken.host;
    const host = atOnce ? domain : `${slug}.localhost`;
    if (taken.slug || (taken.host && domain === undefined)) continue;
    try {
      const id = await insertProject(
        account,
        {
          name: input.name,
          slug,
          platforms: input.platforms,
          timeZone: input.time_zone,
          currency: input.currency,
          weekStart: input.week_starts_on,
          website: input.website ?? null,
          token,
          host,
          verification: newVerification(),
          verifiedAt: now,
          provedBy: isLocalHost(host) ? "local" : "operator",
          isSample,
          key: key && { name: input.server_key_name ?? "", prefix: key.prefix, hash: key.hash },
        },
        by,
      );
      const made = { id, slug, token, host, serverKey: key?.key ?? null };
      if (domain === undefined || atOnce) return made;
      const added = await addDomain({ id, accountId: account }, domain, by, { ...at, wantsPrimary: true });
      return added.domain.verified ? { ...made, host: domain } : made;
    } catch (error) {
      // Another call took the name between the query and the insert, so both are repeated.
      if (errorCode(error) !== "23505" || attempt >= maxTries) throw error;
    }
  }
}
