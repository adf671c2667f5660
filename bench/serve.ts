/** One of the servers of bench/servers.ts; tells its port and serves until it is stopped. */
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@/app/api/endpoints";
import type { Kind } from "@/bench/servers";
import { sql } from "@/db";
import { setClock } from "@/db/clock";
import { Router } from "@/lib/http/node";
import { createFront } from "@/server/front";
import { isAppHost } from "@/server/hosts";
import { linkHandler, openLinks } from "@/server/links";
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

const elsewhere = { location: "https://www.example.com/", "content-length": "0" };

/** As little as a server can do that sends a visitor on. */
function bareRedirect(): Server {
  return createServer((_request, response) => {
    response.writeHead(302, elsewhere);
    response.end();
  });
}

/**
 * As little as a server can do that keeps every click before it sends the visitor on: one statement under way, the
 * next one takes what came meanwhile. What came is stored as it is; nothing is read out of it, nothing counted.
 */
function bareBatching(): Server {
  type Row = { id: string; at: number; path: string; agent: string; address: string };
  let waiting: { row: Row; answer(): void }[] = [];
  let isFlying = false;
  async function fly() {
    isFlying = true;
    const batch = waiting;
    waiting = [];
    await sql`
      insert into bare_clicks (id, at, path, agent, address)
      select id, to_timestamp(at / 1000.0), path, agent, address
      from json_to_recordset(${JSON.stringify(batch.map(({ row }) => row))}::text::json)
        as x(id uuid, at float8, path text, agent text, address text)`;
    for (const { answer } of batch) answer();
    isFlying = false;
    if (waiting.length > 0) void fly();
  }
  return createServer((request, response) => {
    const { headers } = request;
    const row = {
      id: randomUUID(),
      at: Date.now(),
      path: request.url ?? "/",
      agent: headers["user-agent"] ?? "",
      address: String(headers["x-forwarded-for"] ?? ""),
    };
    const answer = () => {
      response.writeHead(302, elsewhere);
      response.end();
    };
    waiting.push({ row, answer });
    if (!isFlying && waiting.length === 1) setImmediate(fly);
  });
}

/** The front process with links, as it is. */
const links = (): Server =>
  createFront({
    router: new Router(endpoints),
    links: linkHandler(openLinks({ mustSpool: true })),
    isAppHost,
    pipe: new Pipe({ socketPath: "/nowhere" }, ""),
  });

const servers: Record<Kind, () => Server> = {
  "one-select": oneSelect,
  front,
  redirect: bareRedirect,
  batching: bareBatching,
  links,
};

await setClock();
const server = servers[process.argv[2] as Kind]();
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
for (const end of ["SIGTERM", "disconnect"]) process.on(end, () => process.exit(0));
