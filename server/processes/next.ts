/**
 * The dashboard's own process, started and watched by server/processes/next-child.ts. It ends with its parent, even if that was
 * killed.
 */
import { collectGarbage } from "./collect-garbage.ts";
import { endingBecause, logLastFailure } from "./exit-log.ts";
import { serveNext } from "./next-server.ts";

logLastFailure({ process: "dashboard" });

const socket = process.env.CAIRN_NEXT_SOCKET;
const secret = process.env.CAIRN_FRONT_SECRET;
if (!socket || !secret) throw new Error("CAIRN_NEXT_SOCKET and CAIRN_FRONT_SECRET are not set");

const server = await serveNext({
  socket,
  dev: process.env.CAIRN_NEXT_DEV === "1",
  port: Number(process.env.PORT ?? 3000),
  secret,
});
process.on("SIGTERM", () => {
  endingBecause("SIGTERM");
  // The routes set this; they are separate bundles (lib/base/traces/tracing.ts).
  const { cairnTracer } = globalThis as { cairnTracer?: { stop(): Promise<void> } };
  void Promise.all([server.stop(), cairnTracer?.stop()]).then(() => process.exit(0));
});
// Ctrl-C reaches the whole group, but the parent decides when this process ends.
process.on("SIGINT", () => {});
process.on("disconnect", () => {
  endingBecause("the front's process has ended");
  process.exit(0);
});
process.on("message", (message: { clockOffset?: number }) => {
  // Bundles read the offset there (db/clock.ts).
  if (typeof message?.clockOffset === "number")
    (globalThis as { cairnClockOffset?: number }).cairnClockOffset = message.clockOffset;
});
collectGarbage();
process.send?.("ready");
