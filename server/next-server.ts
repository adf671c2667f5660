import { rmSync } from "node:fs";
import { createServer } from "node:http";
import next from "next";

/** Next behind a unix socket. Imports nothing of the project: the child's process needs no loader for it. */
export async function serveNext(options: {
  socket: string;
  dev: boolean;
  port: number;
}): Promise<{ stop(): Promise<void> }> {
  const app = next({ dev: options.dev, dir: process.cwd(), hostname: "localhost", port: options.port });
  await app.prepare();
  const handler = app.getRequestHandler();
  const server = createServer((request, response) => {
    void handler(request, response);
  });
  server.keepAliveTimeout = 120_000;
  server.on("upgrade", (request, upgraded, head) => {
    void app.getUpgradeHandler()(request, upgraded, head);
  });
  rmSync(options.socket, { force: true });
  await new Promise<void>((resolve) => server.listen(options.socket, resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(resolve, 8_000).unref();
      }),
  };
}
