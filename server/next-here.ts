import { join } from "node:path";
import { completeEnv, env } from "@/lib/env";
import type { NextChild } from "@/server/next-child";
import { scratchFolder } from "@/server/scratch";

/** With SERVER_PROCESSES=1: the dashboard in the front's own process, behind the same socket and pipe. */
export function startNextHere(options: {
  dev: boolean;
  secret: string;
  onGiveUp(reason: string): void;
}): NextChild {
  const folder = scratchFolder();
  const socketPath = join(folder.path, "next.sock");
  completeEnv({ CAIRN_FRONT_SECRET: options.secret, NEXT_TELEMETRY_DISABLED: "1" });
  const serving = import("@/server/next-server").then(({ serveNext }) =>
    serveNext({ socket: socketPath, dev: options.dev, port: env.PORT }),
  );
  serving.catch((error) => options.onGiveUp(`the dashboard could not be started: ${String(error)}`));
  return {
    socketPath,
    ready: serving.then(() => {}),
    async stop() {
      await (await serving).stop();
      folder.remove();
    },
  };
}
