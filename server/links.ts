import { join } from "node:path";
import { now } from "@/db/clock";
import { follow } from "@/lib/clicks/follow";
import { withoutErased } from "@/lib/clicks/forget";
import { type ClickRow, storeClicks } from "@/lib/clicks/queries";
import { type Spool as ClickSpool, createRecorder, type RecordClick } from "@/lib/clicks/record";
import { env } from "@/lib/env";
import { socketAddress } from "@/lib/http/node";
import { describeError, log } from "@/lib/log";
import { tell } from "@/lib/metrics";
import type { LinkHandler } from "@/server/front";
import { hostname, isAppHost } from "@/server/hosts";
import { Spool, SpoolFull } from "@/server/spool";

export type Links = {
  record: RecordClick;
  /** After the last request: what was accepted is stored, or safe in the spool. */
  stop(): Promise<void>;
};

/**
 * Links on projects' hosts, with the spool in the data folder. Where nothing can be written there, as on hosts that
 * only run functions, clicks are accepted only while the database answers.
 */
export function openLinks({ mustSpool }: { mustSpool: boolean }): Links {
  const spool = openSpool(mustSpool);
  const recorder = createRecorder(spool ?? noSpool);
  tell("cairn_click_spool_bytes", "Clicks on the disk that wait for the database.", () => spool?.size ?? 0);
  return {
    record: recorder.record,
    async stop() {
      await recorder.stop();
      await spool?.close();
    },
  };
}

/** What waited is stored as it would be now. */
const storeWaiting = async (rows: ClickRow[]) => storeClicks(await withoutErased(rows));

function openSpool(must: boolean): Spool<ClickRow> | null {
  try {
    return new Spool({ folder: join(env.DATA_DIR, "spool"), store: storeWaiting });
  } catch (error) {
    if (must) throw error;
    log().warn(
      describeError(error),
      "there is no room for a spool: without the database no click is accepted",
    );
    return null;
  }
}

const noSpool: ClickSpool = {
  append: () => Promise.reject(new SpoolFull("there is no spool")),
  drain: () => Promise.resolve(true),
  isEmpty: true,
};

/** For the front process. */
export const linkHandler =
  ({ record }: Links): LinkHandler =>
  async (request) => {
    const host = hostname(request.headers.host ?? "");
    // The dashboard's host is never a project's.
    if (host === "" || isAppHost(host)) return null;
    const target = request.url ?? "/";
    const mark = target.indexOf("?");
    const visit = {
      method: request.method ?? "GET",
      host,
      path: mark === -1 ? target : target.slice(0, mark),
      rawQuery: mark === -1 ? "" : target.slice(mark + 1),
      header: (name: string) => {
        const value = request.headers[name];
        return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
      },
      address: socketAddress(request),
      now: now(),
      tick: performance.now(),
    };
    return follow(visit, record);
  };
