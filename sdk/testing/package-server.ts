import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilePackages, packagesFolder } from "@/server/compile-packages";

/** The packages for apps as a server serves them, compiled from the present sources, at an address of their own. */
export async function servePackages() {
  const build = mkdtempSync(join(tmpdir(), "cairn-packages-"));
  await compilePackages(join(build, packagesFolder));
  // Read when the route is loaded.
  process.env.NEXT_DIST_DIR = build;
  const { GET } = await import("@/app/sdk/[file]/route");
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const file = url.split("/").at(-1)!;
    const answer = await GET(new Request(url), { params: Promise.resolve({ file }) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    build,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sdk`,
    get: (file: string) =>
      GET(new Request(`http://localhost/sdk/${file}`), { params: Promise.resolve({ file }) }),
    stop() {
      server.close();
      server.closeAllConnections();
      rmSync(build, { recursive: true });
    },
  };
}
