import type { AddressInfo } from "node:net";
import { endpoints } from "@/app/api/endpoints";
import { disconnect } from "@/db";
import { setClock } from "@/db/clock";
import { migrate } from "@/db/migrate";
import { drainBatches } from "@/lib/batch";
import { CannotStart } from "@/lib/cannot-start";
import { env } from "@/lib/env";
import { Router } from "@/lib/http/node";
import { randomBase62 } from "@/lib/ids";
import { log } from "@/lib/log";
import { version } from "@/lib/version";
import { createFront } from "@/server/front";
import { isAppHost } from "@/server/hosts";
import { linkHandler, openLinks } from "@/server/links";
import { startNextChild } from "@/server/next-child";
import { Pipe } from "@/server/pipe";
import { makePartitions } from "@/server/queries";
import { followReplica } from "@/server/replica";
import { startScheduler } from "@/server/scheduler";
import { stopFront } from "@/server/stop-front";
import { tasks } from "@/server/tasks";

export type RunningServer = {
  port: number;
  /** `drainMs`: how long those who still come are served while balancers learn to send nobody here. */
  stop(drainMs: number): Promise<void>;
};

type Options = {
  dev?: boolean;
  log(line: string): void;
  /** Called when the server cannot go on; the launcher stops everything. */
  onFailure(reason: string): void;
};

/** Migrates, serves, schedules. The database is there already. */
export async function startServer(options: Options): Promise<RunningServer> {
  log().info({ version, node: process.versions.node }, "Cairn starts");
  const { note } = await migrate();
  if (note) options.log(note);
  await Promise.all([setClock(), makePartitions()]);
  followReplica();

  const links = openLinks({ mustSpool: true });
  const secret = randomBase62(32);
  const dev = options.dev ?? false;
  const next = startNextChild({ dev, secret, onGiveUp: options.onFailure });
  const pipe = new Pipe({ socketPath: next.socketPath }, secret);
  const front = createFront({
    router: new Router(endpoints),
    links: linkHandler(links),
    isAppHost,
    pipe,
    webSockets: dev,
  });
  await Promise.all([listen(front), next.ready]);
  const scheduler = startScheduler(tasks);

  return {
    port: (front.address() as AddressInfo).port,
    async stop(drainMs) {
      pipe.endUpgraded();
      await Promise.all([stopFront(front, drainMs), scheduler.stop()]);
      await Promise.all([next.stop(), drainBatches(), links.stop()]);
      await disconnect();
    },
  };
}

function listen(front: ReturnType<typeof createFront>): Promise<void> {
  return new Promise((resolve, reject) => {
    front.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? `Port ${env.PORT} is in use. Choose another with PORT=…`
          : error.message;
      reject(new CannotStart(why));
    });
    front.listen(env.PORT, env.HOST, () => resolve());
  });
}
