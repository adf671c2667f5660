import type { Project } from "@/lib/accounts/access/project";
import { findInstallsOrExplain } from "@/lib/activity/lists/installs/list";
import {
  findCampaignsLike,
  findPayment,
  findUsersLike,
  findUsersNamedLike,
} from "@/lib/activity/search/queries";
import type { SearchResults } from "@/lib/activity/search/schema";
import { isStorableText } from "@/lib/base/text/storable";

const max = 6;
/** A dozen campaigns or users may share a name. A link leads to all such campaigns. */
const maxNamed = 20;

/** An operation of the API reference; `url` is its page and section. */
export type ReferenceOperation = SearchResults["docs"][number];

/**
 * Finds data of a project and endpoints of the reference by name. `mayName`: the caller may see users' identities, and
 * search by them.
 */
export async function searchProject(
  project: Project,
  q: string,
  reference: ReferenceOperation[],
  mayName: boolean,
): Promise<SearchResults> {
  const docs = documented(reference, q).slice(0, max);
  // No stored text contains these characters, and Postgres would refuse them.
  if (!isStorableText(q))
    return { campaigns: [], users: [], more: { campaigns: false }, installs: [], payments: [], docs };
  const [campaigns, users, { installs }, payments] = await Promise.all([
    findCampaignsLike(project.id, q, maxNamed + 1),
    (mayName ? findUsersNamedLike : findUsersLike)(project.id, q, maxNamed),
    findInstallsOrExplain(project, q),
    findPayment(project.id, q),
  ]);
  return {
    campaigns: campaigns.slice(0, maxNamed),
    users: [...users],
    more: { campaigns: campaigns.length > maxNamed },
    installs: installs
      .slice(0, max)
      .map(({ id, platform, device_model, found_by }) => ({ id, platform, device_model, found_by })),
    payments: [...payments],
    docs,
  };
}

/** Every word must occur in the path or the summary. */
function documented(reference: ReferenceOperation[], q: string): ReferenceOperation[] {
  const words = q.toLowerCase().split(/\s+/);
  return reference.filter(({ method, path, summary }) => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
