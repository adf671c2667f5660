import { endpoints } from "@/app/api/endpoints";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { log as logger } from "@/lib/base/log";
import { version } from "@/lib/base/version";
import { referenceSite } from "@/lib/reference/site";
import { Pipe } from "@/server/http/pipe";
import { startNextChild } from "@/server/processes/next-child";
import { type RunningServer, serve } from "@/server/serve";
import { tasks } from "@/server/tasks/tasks";

type Options = {
  dev?: boolean;
  /** The database is external and may become available later than this process. */
  mayWait: boolean;
  log(line: string): void;
  /** Called when the server cannot continue; the launcher then stops everything. */
  onFailure(reason: string): void;
};

/** The whole server: the front, and Next's process with the pages. */
export function startServer({ dev = false, mayWait, log, onFailure }: Options): Promise<RunningServer> {
  logger().info({ version, node: process.versions.node }, "Cairn starts");
  return serve({
    endpoints,
    reference: referenceSite(endpoints),
    tasks,
    startPages() {
      const secret = randomBase62(32);
      const next = startNextChild({ dev, secret, onGiveUp: onFailure });
      const pipe = new Pipe({ socketPath: next.socketPath }, secret);
      return { pipe, webSockets: dev, ready: next.ready, state: next.state, stop: () => next.stop() };
    },
    port: env.PORT,
    host: env.HOST,
    mayWait,
    log,
  });
}
