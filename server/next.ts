/**
 * The dashboard's own process: Next behind a unix socket. Started and watched by server/next-child.ts; ends with
 * its parent, even when that was killed. Imports nothing of the project, so it needs no loader.
 */

import { rmSync } from "node:fs";
import { createServer } from "node:http";
import next from "next";

const socket = process.env.CAIRN_NEXT_SOCKET;
if (!socket) throw new Error("CAIRN_NEXT_SOCKET is not set");

const app = next({
  dev: process.env.CAIRN_NEXT_DEV === "1",
  dir: process.cwd(),
  hostname: "localhost",
  port: Number(process.env.PORT ?? 3000),
});
await app.prepare();
const handler = app.getRequestHandler();
const server = createServer((request, response) => {
  void handler(request, response);
});
server.keepAliveTimeout = 120_000;
server.on("upgrade", (request, upgraded, head) => {
  void app.getUpgradeHandler()(request, upgraded, head);
});

function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 8_000).unref();
}
process.on("SIGTERM", stop);
// Ctrl-C reaches the whole group; the parent decides when this process ends.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit(0));

rmSync(socket, { force: true });
server.listen(socket, () => process.send?.("ready"));
