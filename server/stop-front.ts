import type { Server } from "node:http";
import { markStopping } from "@/lib/health/stopping";

/** How long answers that are under way may take. */
const mostMs = 10_000;

/**
 * Takes leave without losing a request. First balancers are told (`/api/health/ready` answers 503) and each answer
 * is the last of its connection, while whoever still comes is served. When `drainMs` have passed nobody should come
 * any more: the port closes, with the connections on which nothing is asked, and what is under way is answered.
 */
export async function stopFront(front: Server, drainMs: number): Promise<void> {
  markStopping();
  await new Promise((resolve) => setTimeout(resolve, drainMs));
  const closed = new Promise((resolve) => front.close(resolve));
  front.closeIdleConnections();
  const timer = setTimeout(() => front.closeAllConnections(), mostMs);
  await closed;
  clearTimeout(timer);
}
