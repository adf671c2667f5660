import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { disconnect } from "@/db";
import { CannotStart } from "@/lib/base/cannot-start";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { startTracing, tracer } from "@/lib/base/traces/tracing";
import { drainBatches } from "@/lib/platform/batch";
import { markStarted, markStarting } from "@/lib/platform/health/starting";
import type { Endpoint } from "@/lib/platform/http/endpoint";
import { Router } from "@/lib/platform/http/router";
import { removePresence } from "@/lib/platform/jobs/presence";
import type { referenceSite } from "@/lib/reference/site";
import { DatabaseUnavailable } from "@/server/database/own-database";
import { registerMetrics } from "@/server/figures";
import { createFront } from "@/server/http/front";
import { isAppHost } from "@/server/http/hosts";
import { linkHandler, openLinks } from "@/server/http/links";
import { Pipe } from "@/server/http/pipe";
import { stopFront } from "@/server/http/stop-front";
import { preload } from "@/server/preload";
import { prepareDatabase, untilPrepared } from "@/server/prepare";
import { collectGarbage } from "@/server/processes/collect-garbage";
import type { PagesState } from "@/server/processes/next-child";
import { followRedis } from "@/server/redis";
import { followReplica } from "@/server/replica";
import { startScheduler } from "@/server/tasks/scheduler";
import type { Task } from "@/server/tasks/tasks";

export type RunningServer = {
  port: number;
  /**
   * Resolves when everything is served, or the server was stopped before. Links are served earlier: their clicks are
   * spooled while the database is down.
   */
  started: Promise<void>;
  /** The server goes on serving for `drainMs`, while balancers notice and send no more traffic. */
  stop(drainMs: number): Promise<void>;
};

type Pages = {
  pipe: Pipe;
  webSockets: boolean;
  ready: Promise<void>;
  readonly state: PagesState;
  stop(): Promise<void>;
};

type Options = {
  endpoints: Endpoint[];
  tasks: Task[];
  reference?: ReturnType<typeof referenceSite>;
  /** Starts the process that renders the pages. */
  startPages(): Pages | null;
  port: number;
  host: string | undefined;
  /** The database is external and may become available later than this process. */
  mayWait: boolean;
  log(line: string): void;
};

/** Prepares the database, serves, and runs the background tasks; while the database is down it serves first. */
export async function serve(options: Options): Promise<RunningServer> {
  await Promise.all([startTracing(), preload()]);
  const isUnavailable = await prepareDatabase(options.log).then(
    () => false,
    (error) => {
      if (options.mayWait && error instanceof DatabaseUnavailable) return true;
      throw error;
    },
  );
  if (isUnavailable) markStarting();
  followRedis();
  const pages = options.startPages();
  const links = openLinks({ mustSpool: true });
  registerMetrics(options.tasks, pages?.state ?? null);
  const front = createFront({
    router: new Router(options.endpoints),
    links: linkHandler(links),
    isAppHost,
    pipe: pages?.pipe ?? new Pipe({ socketPath: "/nowhere" }, ""),
    reference: options.reference,
    webSockets: pages?.webSockets ?? false,
  });
  collectGarbage();
  await Promise.all([listen(front, options), isUnavailable ? null : pages?.ready]);

  const waiting = new AbortController();
  let scheduler: ReturnType<typeof startScheduler> | null = null;
  const start = async () => {
    if (isUnavailable) await Promise.all([untilPrepared(options.log, waiting.signal), pages?.ready]);
    if (waiting.signal.aborted) return;
    markStarted();
    followReplica();
    scheduler = startScheduler(options.tasks);
  };
  const started = start();

  return {
    port: (front.address() as AddressInfo).port,
    started,
    async stop(drainMs) {
      waiting.abort();
      pages?.pipe.endUpgraded();
      await started.catch(() => {});
      await Promise.all([stopFront(front, drainMs), scheduler?.stop()]);
      await Promise.all([pages?.stop(), drainBatches(), links.stop()]);
      if (env.REDIS_URL) await removePresence().catch(() => {});
      await disconnect();
      await tracer()?.stop();
    },
  };
}

/**
 * The number of connections that may wait to be accepted, limited by the kernel's net.core.somaxconn. The kernel drops
 * further ones, and clients try again after 1, 3, 7 and 15 seconds. Node's default of 511 is full after two seconds of
 * a burst.
 */
const backlog = 4_096;

function listen(front: Server, { port, host }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    front.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? `Port ${env.PORT} is in use. Set PORT to another port.` : error.message;
      reject(new CannotStart(why));
    });
    // After it listens, a connection that cannot be accepted (no file descriptor is left) affects no other connection.
    front.on("error", (error) => log().error(describeError(error), "a connection was not accepted"));
    front.listen({ port, host, backlog }, () => resolve());
  });
}
