import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { now } from "@/db/clock";
import { follow } from "@/lib/clicks/follow";
import { type ClickRow, storeClicks } from "@/lib/clicks/queries";
import { createRecorder, type Recorder } from "@/lib/clicks/record";
import { env } from "@/lib/env";
import { socketAddress } from "@/lib/http/node";
import type { LinkHandler } from "@/server/front";
import { hostname, isAppHost } from "@/server/hosts";
import { Spool } from "@/server/spool";

export type Links = {
  handle: LinkHandler;
  recorder: Recorder;
  /** After the last request: what was accepted is stored, or safe in the spool. */
  stop(): Promise<void>;
};

/** Links on projects' hosts, with the spool in the data folder. */
export function openLinks(): Links {
  const spool = new Spool<ClickRow>({ folder: join(env.DATA_DIR, "spool"), store: storeClicks });
  const recorder = createRecorder(spool);
  return {
    recorder,
    handle: (request) => handle(request, recorder),
    async stop() {
      await recorder.stop();
      await spool.close();
    },
  };
}

async function handle(request: IncomingMessage, recorder: Recorder) {
  const host = hostname(request.headers.host ?? "");
  // The dashboard's host is never a project's.
  if (host === "" || isAppHost(host)) return null;
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  return follow(
    {
      method: request.method ?? "GET",
      host,
      path: mark === -1 ? target : target.slice(0, mark),
      rawQuery: mark === -1 ? "" : target.slice(mark + 1),
      header: (name) => {
        const value = request.headers[name];
        return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
      },
      address: socketAddress(request),
      now: now(),
      tick: performance.now(),
    },
    recorder.record,
  );
}
