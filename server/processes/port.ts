import { createServer } from "node:net";

/** Throws the error that listening would throw, before the start does other work in vain. */
export function probePort(port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, ...(host ? { host } : {}), exclusive: true }, () => server.close(() => resolve()));
  });
}
