/** The settings of a network's server, with its rejected calls. */
import type { Project } from "@/lib/accounts/access/project";
import { rejectionReasonsOf } from "@/lib/facts/rejections/reject";
import type { ServerClicks } from "@/lib/traffic/server-clicks/schema";
import { serverClicksOf } from "@/lib/traffic/server-clicks/settings";

/** The endpoint of rejected calls of a network's server. */
export const serverClickEndpoint = (network: string) => `t/${network}`;

export async function showServerClicks(
  project: Project,
  network: string,
  now: Date,
): Promise<{ server_clicks: ServerClicks }> {
  const settings = await serverClicksOf(project, network, now);
  const { reasons } = await rejectionReasonsOf(project, now, serverClickEndpoint(settings.network));
  return {
    server_clicks: {
      ...settings,
      rejected: reasons.map(({ reason, count, last_at }) => ({ reason, count, last_at })),
    },
  };
}
