/** Runs one of the servers of bench/servers.ts; it reports its port and serves until it is stopped. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@/app/api/endpoints";
import type { ServerKind } from "@/bench/servers";
import { sql } from "@/db";
import { setClock } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { spoolChanges } from "@/lib/data-access/files/spool";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";
import { isAppHost } from "@/server/http/hosts";
import { linkHandler, openLinks } from "@/server/http/links";
import { Pipe } from "@/server/http/pipe";

/** The minimal server with a database: one row by its primary key, a small answer. */
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

/** The real front process without Next behind it; only endpoints are answered. */
const front = (): Server =>
  createFront({
    router: new Router(endpoints),
    links: async () => null,
    isAppHost: () => true,
    pipe: new Pipe({ socketPath: "/nowhere" }, ""),
  });

const elsewhere = { location: "https://www.example.com/", "content-length": "0" };

/** The minimal server that redirects. */
function bareRedirect(): Server {
  return createServer((_request, response) => {
    response.writeHead(302, elsewhere);
    response.end();
  });
}

/** While one statement runs, rows gather for the next one. */
function inBatches<Row>(store: (rows: Row[]) => Promise<unknown>) {
  let waiting: { row: Row; answer(): void }[] = [];
  let isFlying = false;
  async function fly() {
    isFlying = true;
    const batch = waiting;
    waiting = [];
    await store(batch.map(({ row }) => row));
    for (const { answer } of batch) answer();
    isFlying = false;
    if (waiting.length > 0) void fly();
  }
  return (row: Row, answer: () => void) => {
    waiting.push({ row, answer });
    if (!isFlying && waiting.length === 1) setImmediate(fly);
  };
}

/**
 * The minimal server that stores every click before it redirects. The request is stored without parsing or counting.
 */
function bareBatching(): Server {
  const add = inBatches<Record<string, unknown>>(
    (rows) => sql`
      insert into bare_clicks (id, at, path, agent, address)
      select id, to_timestamp(at / 1000.0), path, agent, address
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as x(id uuid, at float8, path text, agent text, address text)`,
  );
  return createServer((request, response) => {
    const { headers } = request;
    const row = {
      id: randomUUID(),
      at: Date.now(),
      path: request.url ?? "/",
      agent: headers["user-agent"] ?? "",
      address: String(headers["x-forwarded-for"] ?? ""),
    };
    add(row, () => {
      response.writeHead(302, elsewhere);
      response.end();
    });
  });
}

/** The minimal server that stores every event before it answers. It looks up no users and does not count. */
function bareIngest(): Server {
  const add = inBatches<Record<string, unknown>>(
    (rows) => sql`
      insert into bare_events (id, at, token, instance, name, data)
      select id, to_timestamp(at / 1000.0), token, instance, name, data
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as x(id uuid, at float8, token text, instance text, name text, data jsonb)`,
  );
  const answered = JSON.stringify({ msg: "Received.", status: 200, data: null });
  const isText = (value: unknown, max: number) =>
    typeof value === "string" && value !== "" && value.length <= max;
  const answer = (response: ServerResponse, status: number) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": answered.length });
    response.end(answered);
  };
  return createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const { token, install_instance_id: instance, event_name: name, event_data: data } = body;
      if (!isText(token, 256) || !isText(instance, 128) || !isText(name, 256) || typeof data !== "object")
        return answer(response, 400);
      add({ id: randomUUID(), at: Date.now(), token, instance, name, data }, () => answer(response, 200));
    });
  });
}

/** The real front process with links. */
const links = (): Server =>
  createFront({
    router: new Router(endpoints),
    links: linkHandler(openLinks({ mustSpool: true })),
    isAppHost,
    pipe: new Pipe({ socketPath: "/nowhere" }, ""),
  });

class ExportStopped extends Error {}

/** Writes the clicks of a project to files again and again, as a run of scheduled files does, until it is stopped. */
function exportOnRequest() {
  let stop: (() => Promise<number>) | null = null;
  process.on("message", async ({ project: id }: { project: number | null }) => {
    if (id === null) {
      process.send?.(await stop?.());
      stop = null;
      return;
    }
    let [isStopped, rows] = [false, 0];
    const work = async () => {
      const project = await backgroundProject(id);
      while (!isStopped && project) {
        const folder = await mkdtemp(join(tmpdir(), "cairn-bench-files-"));
        await spoolChanges(project, folder, {
          ...{ datasets: ["clicks"], format: "parquet", personal: true, since: {}, run: 1 },
          ...{ startedAt: new Date(), maxRows: 1_000_000 },
          async progress(written) {
            rows += written;
            if (isStopped) throw new ExportStopped();
          },
        }).catch((error: unknown) => {
          if (!(error instanceof ExportStopped)) throw error;
        });
        await rm(folder, { recursive: true });
      }
    };
    const done = work();
    stop = async () => {
      isStopped = true;
      await done;
      return rows;
    };
  });
}

/** Accepts every request and confirms it. */
function receiver(): Server {
  return createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(204).end());
  });
}

const servers: Record<ServerKind, () => Server> = {
  "one-select": oneSelect,
  front,
  redirect: bareRedirect,
  batching: bareBatching,
  ingest: bareIngest,
  links,
  receiver,
};

await setClock();
exportOnRequest();
const server = servers[process.argv[2] as ServerKind]();
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
for (const end of ["SIGTERM", "disconnect"]) process.on(end, () => process.exit(0));
