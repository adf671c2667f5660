import { isFrozenError } from "@/lib/base/database-failure";
import { describeError, log } from "@/lib/base/log";
import { evictFollower } from "@/lib/traffic/clicks/duplicates";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkHost, linkHostOf } from "@/lib/traffic/links/sites";
import { answerWithout, type LinkAnswer, pixelAnswer } from "@/lib/traffic/pages/responses";
import { answerToClick } from "@/lib/traffic/visits/answer";
import { findVisitedCampaign, type VisitedCampaign } from "@/lib/traffic/visits/campaign";
import { resolveClick, viewRow } from "@/lib/traffic/visits/destination";
import { requestDevice } from "@/lib/traffic/visits/device";
import { beginVisit, endVisit } from "@/lib/traffic/visits/in-progress";
import { findVisitOrigin } from "@/lib/traffic/visits/origin";
import { answerFromElsewhere, answerOtherRequest } from "@/lib/traffic/visits/other-requests";
import type { ClickRecorder } from "@/lib/traffic/visits/record";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { answerToServerClick } from "@/lib/traffic/visits/server-click";
import { answerUnresolved } from "@/lib/traffic/visits/unresolved";
import { asVisitorOfEndedLink, type Visit, visitOf } from "@/lib/traffic/visits/visit";

/**
 * The steps of a request on a link host:
 * host → kind of request → visitor → campaign → destination → record → answer.
 * Each step is a file, and passes the same `Visit` to the next one, or responds. A step returns a promise only if it
 * must load data, because most clicks are served from memory.
 *
 * Null if the host belongs to no project. The visit is stored before the response, in the database or in the spool; if
 * both fail, it is counted as lost.
 */
export async function followClick(request: LinkRequest, recorder: ClickRecorder): Promise<LinkAnswer | null> {
  const inProgress = beginVisit();
  try {
    const found = linkHostOf(request.host, request.tick);
    const site = found instanceof Promise ? await found : found;
    if (!site) return null;
    request.project = site.projectId;
    if (request.path.startsWith("/t/") && !site.frozen) {
      const answer = await answerToServerClick(site, request, recorder);
      if (answer) {
        request.isServerClick = true;
        return answer;
      }
    }
    return answerOtherRequest(site, request) ?? (await answerToVisit(site, request, recorder));
  } catch (error) {
    log().warn(describeError(error), "a link can't be followed");
    return await answerUnresolved(request, recorder);
  } finally {
    endVisit(inProgress);
  }
}

function answerToVisit(site: LinkHost, request: LinkRequest, recorder: ClickRecorder): Promise<LinkAnswer> {
  const visit = visitOf(site, request);
  const visited = findVisitedCampaign(visit);
  return visited instanceof Promise
    ? visited.then((loaded) => answerToVisited(visit, loaded, recorder))
    : answerToVisited(visit, visited, recorder);
}

async function answerToVisited(
  visit: Visit,
  visited: VisitedCampaign,
  recorder: ClickRecorder,
): Promise<LinkAnswer> {
  if (visited.kind === "no view") return pixelAnswer(404);
  if (visited.kind === "view") return recordView(visit, visited.campaign, recorder);
  if (visited.campaign) return recordClick(visit, visited.campaign, recorder);
  const missing = visited.displayId === "" ? "root" : "unknown";
  return answerWithout(missing, visit.site, asVisitorOfEndedLink(visit));
}

async function recordClick(
  visit: Visit,
  campaign: LinkedCampaignRow,
  recorder: ClickRecorder,
): Promise<LinkAnswer> {
  const question = requestDevice(visit, campaign);
  if (question) return question;
  const origin = findVisitOrigin(visit.site, visit.request, visit.visitor);
  const click = resolveClick(visit, campaign, origin instanceof Promise ? await origin : origin);
  try {
    await recorder.record(click.row);
  } catch (error) {
    if (click.row.not_counted === undefined) evictFollower(click.follower);
    if (isFrozenError(error)) return answerFromElsewhere(null, visit.request);
    // If both fail the click is lost, which a metric reports, and the visitor is redirected anyway.
  }
  return answerToClick(visit, campaign, click);
}

async function recordView(
  visit: Visit,
  campaign: LinkedCampaignRow,
  recorder: ClickRecorder,
): Promise<LinkAnswer> {
  const origin = await findVisitOrigin(visit.site, visit.request, visit.visitor);
  try {
    await recorder.record(viewRow(visit, campaign, origin));
  } catch {
    return pixelAnswer(503);
  }
  return pixelAnswer(200);
}
