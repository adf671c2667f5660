import { endpoints } from "@/app/api/endpoints";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { log as logger } from "@/lib/base/log";
import { version } from "@/lib/base/version";
import { startNextChild } from "@/server/next-child";
import { Pipe } from "@/server/pipe";
import { type Serving, serve } from "@/server/serve";
import { tasks } from "@/server/tasks";

type Options = {
  dev?: boolean;
  /** The database is somebody else's, and may come later than this process. */
  mayWait: boolean;
  log(line: string): void;
  /** Called when the server cannot go on; the launcher stops everything. */
  onFailure(reason: string): void;
};

/** The whole server: what is answered here, and the pages of Next's process. */
export function startServer({ dev = false, mayWait, log, onFailure }: Options): Promise<Serving> {
  logger().info({ version, node: process.versions.node }, "Cairn starts");
  return serve({
    endpoints,
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
