import type { Project } from "@/lib/accounts/access/project";
import { findAnything } from "@/lib/activity/lists/installs/list";
import {
  findCampaignsLike,
  findPayment,
  findUsersLike,
  findUsersNamedLike,
} from "@/lib/activity/search/queries";
import type { SearchResults } from "@/lib/activity/search/schema";

const most = 6;
/** Names in common have a dozen campaigns or users at times. A link leads to all such campaigns. */
const mostNamed = 20;

type Documented = { method: string; path: string; summary: string };

/**
 * Finds data of a project and endpoints of the reference by name. `mayName`: whoever asks may see who users are, and find
 * them by that.
 */
export async function search(
  project: Project,
  q: string,
  reference: Documented[],
  mayName: boolean,
): Promise<SearchResults> {
  const docs = documented(reference, q).slice(0, most);
  // No stored text contains these characters, and Postgres would refuse them.
  if (q.includes("\u0000") || !q.isWellFormed())
    return { campaigns: [], users: [], more: { campaigns: false }, installs: [], payments: [], docs };
  const [campaigns, users, { installs }, payments] = await Promise.all([
    findCampaignsLike(project.id, q, mostNamed + 1),
    (mayName ? findUsersNamedLike : findUsersLike)(project.id, q, mostNamed),
    findAnything(project, q),
    findPayment(project.id, q),
  ]);
  return {
    campaigns: campaigns.slice(0, mostNamed),
    users: [...users],
    more: { campaigns: campaigns.length > mostNamed },
    installs: installs
      .slice(0, most)
      .map(({ id, platform, device_model, found_by }) => ({ id, platform, device_model, found_by })),
    payments: [...payments],
    docs,
  };
}

/** Every word must occur in the path or the summary. */
function documented(reference: Documented[], q: string): Documented[] {
  const words = q.toLowerCase().split(/\s+/);
  return reference.filter(({ method, path, summary }) => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
