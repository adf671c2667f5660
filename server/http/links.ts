import { now } from "@/db/clock";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { Deadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { serverClickEndpoint } from "@/lib/facts/rejections/of-network";
import { recordRejection } from "@/lib/facts/rejections/reject";
import { withCountedAds } from "@/lib/ledger/ad-ids/counted";
import { QueueFull } from "@/lib/platform/batch";
import { isStarting } from "@/lib/platform/health/starting";
import { bodyBytes, socketAddress } from "@/lib/platform/http/node";
import { withoutErased } from "@/lib/traffic/clicks/erase";
import { type ClickRow, storeSpooledClicks } from "@/lib/traffic/clicks/queries";
import type { LinkAnswer } from "@/lib/traffic/pages/responses";
import { followClick } from "@/lib/traffic/visits/follow";
import { type ClickRecorder, type ClickSpool, createRecorder } from "@/lib/traffic/visits/record";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { clickOfSpooledVisit, isSpooledVisit, type SpooledVisit } from "@/lib/traffic/visits/unresolved";
import type { LinkHandler } from "@/server/http/front";
import { hostname, isAppHost } from "@/server/http/hosts";
import { persistLinkCache } from "@/server/http/link-cache";
import { registerSpoolMetrics } from "@/server/spool/metrics";
import { processId, removeSpoolReport, spoolFolder } from "@/server/spool/report";
import { Spool, SpoolFull, UnstorableRow } from "@/server/spool/spool";

export type LinkServer = ClickRecorder & {
  /** Called after the last request. Accepted clicks are then in the database, or safe in the spool. */
  stop(): Promise<void>;
};

/**
 * Links on projects' hosts, with the spool in the data folder. If the folder is not writable, as on hosts that only run
 * functions, clicks are accepted only while the database answers.
 */
export function openLinks({ mustSpool }: { mustSpool: boolean }): LinkServer {
  const spool = openSpool(mustSpool);
  const recorder = createRecorder(spool ?? noSpool);
  registerSpoolMetrics(spool);
  const memory = spool && persistLinkCache();
  return {
    record: recorder.record,
    visit: recorder.visit,
    async stop() {
      await Promise.all([recorder.stop(), memory?.stop()]);
      await spool?.close();
      if (spool) await removeSpoolReport();
    },
  };
}

/** Stores spooled visits in the same way as new ones. */
async function storeWaiting(rows: (ClickRow | SpooledVisit)[]): Promise<void> {
  if (isStarting()) throw new Deadline("the database is not ready yet");
  const clicks: ClickRow[] = [];
  for (const row of rows) {
    const click = isSpooledVisit(row) ? await clickOf(row) : row;
    if (click) clicks.push(click);
  }
  const counted = await withCountedAds(await withoutErased(clicks), { now: now(), mayStore: "always" });
  await storeSpooledClicks(counted);
}

/** A visit that cannot become a click must not block the others. */
async function clickOf(spooled: SpooledVisit): Promise<ClickRow | null> {
  try {
    return await clickOfSpooledVisit(spooled, now(), performance.now());
  } catch (error) {
    if (isTemporaryFailure(error) || error instanceof Deadline || error instanceof QueueFull) throw error;
    throw new UnstorableRow("the row is not a valid click", { cause: error });
  }
}

function openSpool(must: boolean): Spool<ClickRow | SpooledVisit> | null {
  try {
    return new Spool({ folder: spoolFolder(), owner: processId, store: storeWaiting });
  } catch (error) {
    if (must) throw error;
    log().warn(
      describeError(error),
      "there is no space for a spool: without the database, clicks are not accepted",
    );
    return null;
  }
}

const noSpool: ClickSpool = {
  append: () => Promise.reject(new SpoolFull("there is no spool")),
  drain: () => Promise.resolve(true),
  isEmpty: true,
};

/** Rejected calls of networks' servers are shown with those of apps. */
function noteRejected(
  { project, serverClickNetwork: network, now, tick }: LinkRequest,
  { status, body }: LinkAnswer,
) {
  if (project === undefined || network === undefined || status < 400 || typeof body !== "string") return;
  const { msg } = JSON.parse(body) as { msg: string };
  const endpoint = serverClickEndpoint(network);
  recordRejection(project as ProjectId, { endpoint, reason: msg, body: null, now, tick });
}

export const linkHandler =
  (links: LinkServer): LinkHandler =>
  async (request, context) => {
    const host = hostname(request.headers.host ?? "");
    // The dashboard's host never belongs to a project.
    if (host === "" || isAppHost(host)) return null;
    const target = request.url ?? "/";
    const mark = target.indexOf("?");
    const followed: LinkRequest = {
      method: request.method ?? "GET",
      host,
      path: mark === -1 ? target : target.slice(0, mark),
      rawQuery: mark === -1 ? "" : target.slice(mark + 1),
      header: (name: string) => {
        const value = request.headers[name];
        return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
      },
      address: socketAddress(request),
      bytes: (limit) => bodyBytes(request, limit),
      now: now(),
      tick: performance.now(),
    };
    try {
      const answer = await followClick(followed, links);
      if (answer && followed.isServerClick) noteRejected(followed, answer);
      return answer;
    } finally {
      context.project = followed.project;
      context.isServerClick = followed.isServerClick ?? false;
    }
  };
