import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { markStopping } from "@/lib/platform/health/stopping";

/** How long answers that are under way may take. */
const mostMs = 10_000;
/** How long a connection that was opened in the last moment has to say what it wants. */
const lastCallMs = 500;

/**
 * Takes leave without losing a request. First balancers are told (`/api/health/ready` answers 503) and each answer
 * is the last of its connection, while whoever still comes is served. When `drainMs` have passed nobody should come
 * any more: the port closes, with the connections on which nothing is asked, and what is under way is answered.
 */
export async function stopFront(front: Server, drainMs: number): Promise<void> {
  markStopping();
  await new Promise((resolve) => setTimeout(resolve, drainMs));
  // Only the port: the server's own way of closing also ends connections that were opened a moment ago.
  // Right after the moment in which connections are taken, so that none is left waiting for it.
  const closed = new Promise((resolve) => {
    setImmediate(() => NetServer.prototype.close.call(front, resolve));
  });
  const idle = setInterval(() => front.closeIdleConnections(), lastCallMs);
  const timer = setTimeout(() => front.closeAllConnections(), mostMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  front.close();
}
