/** One of the servers of bench/servers.ts; tells its port and serves until it is stopped. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { setClock } from "@/db/clock";
import { Router } from "@/lib/http/node";
import { createFront } from "@/server/front";
import { Pipe } from "@/server/pipe";

/** As little as a server can do that asks a database: one row by its primary key, a small answer. */
function oneSelect(): Server {
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [project, id] = [Number(url.searchParams.get("project")), Number(url.searchParams.get("id"))];
    const [row] = await sql`
      select id, display_id, name, active from campaigns where project_id = ${project} and id = ${id}`;
    const body = JSON.stringify({ msg: "Campaign.", status: 200, data: row });
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
}

/** The front process as it is, with nothing behind it: whatever is not an endpoint fails. */
const front = (): Server =>
  createFront({
    router: new Router(endpoints),
    links: async () => null,
    isAppHost: () => true,
    pipe: new Pipe({ socketPath: "/nowhere" }, ""),
  });

await setClock();
const server = process.argv[2] === "front" ? front() : oneSelect();
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
for (const end of ["SIGTERM", "disconnect"]) process.on(end, () => process.exit(0));
