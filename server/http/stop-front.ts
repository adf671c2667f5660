import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { markStopping } from "@/lib/platform/health/stopping";

/** The time limit of calls that are in progress. */
const maxMs = 10_000;
/** The time in which a connection that was opened at the last moment must send its request. */
const lastCallMs = 500;

/**
 * Stops without losing a request. First balancers are informed (`/api/health/ready` answers 503) and each answer closes
 * its connection; new callers are still served. After `drainMs` no more callers are expected. The port and idle
 * connections are closed, and calls in progress are answered.
 */
export async function stopFront(front: Server, drainMs: number): Promise<void> {
  markStopping();
  await new Promise((resolve) => setTimeout(resolve, drainMs));
  // Closes only the port: the server's own close() also ends connections that were opened a moment ago. It is closed
  // right after the phase that accepts connections, so that no connection is left waiting.
  const closed = new Promise((resolve) => {
    setImmediate(() => NetServer.prototype.close.call(front, resolve));
  });
  const idle = setInterval(() => front.closeIdleConnections(), lastCallMs);
  const timer = setTimeout(() => front.closeAllConnections(), maxMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  front.close();
}
