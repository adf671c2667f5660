import { rmSync } from "node:fs";
import { createServer } from "node:http";
import next from "next";

/** Runs Next behind a Unix socket. It imports no project files, so the child process needs no loader. */
export async function serveNext(options: {
  socket: string;
  dev: boolean;
  port: number;
  /** The front's secret; a request without it did not arrive through the front. */
  secret: string;
}): Promise<{ stop(): Promise<void> }> {
  const app = next({ dev: options.dev, dir: process.cwd(), hostname: "localhost", port: options.port });
  await app.prepare();
  const handler = app.getRequestHandler();
  // The front adds headers to the requests it accepts, so there must be room for more than the usual 16 kB.
  const server = createServer({ maxHeaderSize: 32 * 1024 }, (request, response) => {
    if (request.headers["x-cairn-front"] === options.secret) return void handler(request, response);
    response.writeHead(400, { connection: "close" }).end();
  });
  if (options.dev) {
    server.on("upgrade", (request, upgraded, head) => {
      if (request.headers["x-cairn-front"] !== options.secret) upgraded.destroy();
      else void app.getUpgradeHandler()(request, upgraded, head);
    });
  }
  rmSync(options.socket, { force: true });
  // Each request has its own connection, so many visitors mean many connections at once.
  await new Promise<void>((resolve) => server.listen({ path: options.socket, backlog: 4096 }, resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(resolve, 8_000).unref();
      }),
  };
}
