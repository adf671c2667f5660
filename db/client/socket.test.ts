import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchedSockets } from "@/db/client/socket";
import { env } from "@/lib/base/env";
import { DatabaseProxy } from "@/testing/database-proxy";

const folder = mkdtempSync(join(tmpdir(), "cairn-socket-"));
const way = new DatabaseProxy(join(folder, "way"));
beforeAll(() => way.begin());
afterAll(() => {
  way.end();
  rmSync(folder, { recursive: true, force: true });
});

const through = (timeoutMs: number, max = 2) =>
  postgres("postgres:///cairn", {
    host: way.folder,
    username: "cairn",
    max,
    fetch_types: false,
    onnotice: () => {},
    socket: watchedSockets(timeoutMs),
  } as never);

test("connections that do not respond are closed, their statements fail, and others are opened", async () => {
  const sql = through(400);
  await Promise.all([sql`select 1`, sql`select 1`]);
  way.freeze();
  const carried = await Promise.allSettled([sql`select 1`, sql`select 1`, sql`select 1`, sql`select 1`]);
  expect(carried.map((one) => (one.status === "rejected" ? one.reason.code : one.status))).toContain(
    "CONNECTION_CLOSED",
  );
  expect(await sql`select 2 as n`).toMatchObject([{ n: 2 }]);
  await sql.end({ timeout: 1 });
});

test("a busy process keeps its connections, because their responses arrived meanwhile", async () => {
  const sql = through(400);
  const [first] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`.execute();
  expect(first).toBeDefined();
  const carried = sql`select pg_sleep(0.3)`.execute();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const busyUntil = performance.now() + 1_500;
  while (performance.now() < busyUntil);
  expect(await carried).toHaveLength(1);
  await sql.end({ timeout: 1 });
});

test("when one connection does not respond, others that are silent since then are closed with it", async () => {
  const sql = through(1_000, 4);
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.1)`));
  way.freeze();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  for (let i = 0; i < 4; i++) expect(await sql`select 2 as n`).toMatchObject([{ n: 2 }]);
  await sql.end({ timeout: 1 });
});

test("a statement sent while a connection breaks succeeds or fails, but never hangs", async () => {
  const near = new Set<Socket>();
  const proxy = createServer((socket) => {
    const far = connect(join(env.DATABASE_SOCKET ?? "", ".s.PGSQL.5432"));
    near.add(socket);
    // A reset raises no error here. Without this, each connection would leave its backend in Postgres.
    socket.on("error", () => {}).on("close", () => near.delete(socket) && far.destroy());
    far.on("error", () => socket.destroy());
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as { port: number };
  const sql = postgres("postgres:///cairn", {
    host: "127.0.0.1",
    port,
    username: "cairn",
    max: 2,
    fetch_types: false,
    onnotice: () => {},
    socket: watchedSockets(10_000),
  } as never);
  for (let i = 0; i < 20; i++) {
    await Promise.all([sql`select 1`, sql`select 1`]);
    for (const socket of near) socket.resetAndDestroy();
    const first = await sql`select pg_sleep(0.01)`.then(
      () => "answered",
      () => "failed",
    );
    // It is sent at once, while the connection is closing.
    const second = await Promise.race([
      sql`select 2`.then(
        () => "answered",
        () => "failed",
      ),
      new Promise((resolve) => setTimeout(() => resolve("forgotten"), 60_000)),
    ]);
    expect([first, second]).not.toContain("forgotten");
  }
  await sql.end({ timeout: 1 });
  proxy.close();
});

test("a running statement within its limit, and an idle connection, are kept", async () => {
  const sql = through(1_500, 1);
  const [before] = await sql`select pg_backend_pid() as pid`;
  await sql`select pg_sleep(1)`;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after!.pid).toBe(before!.pid);
  await sql.end({ timeout: 1 });
});

test("of several hosts the responding one is found and kept", async () => {
  const query: number[] = [];
  const ports: number[] = [];
  const servers = [1, 2].map(() =>
    createServer((socket: Socket) => {
      query.push((socket.address() as { port: number }).port);
      socket.on("error", () => {});
      if (query.length === 1) socket.destroy();
    }),
  );
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports.push((server.address() as { port: number }).port);
  }
  const open = watchedSockets(10_000);
  const address = { host: ["127.0.0.1", "127.0.0.1"], port: ports };
  for (let i = 0; i < 3; i++) {
    const socket = await open(address);
    socket.on("error", () => {});
    if (i === 0) await new Promise((resolve) => socket.on("close", resolve).resume());
    else await new Promise((resolve) => socket.on("connect", resolve));
  }
  await expect.poll(() => query).toEqual([ports[0], ports[1], ports[1]]);
  for (const server of servers) server.close();
});
