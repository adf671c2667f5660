import { errorCode } from "@/db/failure";
import { newProjectToken, newServerKey } from "@/lib/access/credentials";
import type { Actor } from "@/lib/audit/actor";
import type { AccountId, ProjectId } from "@/lib/ids";
import { randomBase62 } from "@/lib/ids";
import { newVerification, refuseOwnHost, takenHost } from "@/lib/projects/domains/rules";
import { findTaken, insertProject } from "@/lib/projects/queries";
import { isLocalHost, slugOf } from "@/lib/projects/rules";
import type { ProjectInput } from "@/lib/projects/schema";

const mostTries = 6;

export type CreatedProject = {
  id: ProjectId;
  slug: string;
  token: string;
  host: string;
  serverKey: string | null;
};

/**
 * A project that can be used at once: with its token, a host for its links (the given one, or a name of this
 * machine's) and, if one is named, a server key, which is nowhere to be read afterwards.
 */
export async function createProject(
  account: AccountId,
  input: ProjectInput,
  by: Actor,
  { now, appUrl }: { now: Date; appUrl: string },
): Promise<CreatedProject> {
  if (input.domain !== undefined) refuseOwnHost(input.domain, appUrl, "domain");
  const key = input.server_key_name === undefined ? null : newServerKey();
  const token = newProjectToken();
  const wanted = slugOf(input.name);
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? wanted : `${wanted}-${randomBase62(5).toLowerCase()}`;
    const host = input.domain ?? `${slug}.localhost`;
    const taken = await findTaken({ slug, host });
    if (taken.host && input.domain !== undefined) throw takenHost("domain");
    if (taken.slug || taken.host) continue;
    try {
      const id = await insertProject(
        account,
        {
          name: input.name,
          slug,
          platforms: input.platforms,
          timeZone: input.time_zone,
          currency: input.currency,
          website: input.website ?? null,
          token,
          host,
          verification: newVerification(),
          verifiedAt: isLocalHost(host) ? now : null,
          key: key && { name: input.server_key_name ?? "", prefix: key.prefix, hash: key.hash },
        },
        by,
      );
      return { id, slug, token, host, serverKey: key?.key ?? null };
    } catch (error) {
      // Somebody was quicker between the look and the statement: look again.
      if (errorCode(error) !== "23505" || attempt >= mostTries) throw error;
    }
  }
}
