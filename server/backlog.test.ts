import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { App } from "@/testing/app";

const folder = mkdtempSync(join(tmpdir(), "cairn-backlog-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const callers = 1_500;
const file = "/proc/sys/net/core/somaxconn";
const allowed = process.platform === "linux" ? Number(readFileSync(file, "utf8")) : 0;
const why = allowed > callers ? "" : ` (skipped: net.core.somaxconn is ${allowed})`;

test.skipIf(allowed <= callers)(
  `a process that pauses for a moment loses no connection: ${callers} waiting clients all get a response${why}`,
  async () => {
    const server = await App.start({ dataDir: folder });
    server.signal("SIGSTOP");
    let connected = 0;
    let answered = 0;
    const sockets: Socket[] = [];
    for (let i = 0; i < callers; i++) {
      const socket = connect(server.port, "127.0.0.1", () => {
        connected++;
        socket.write("GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      });
      socket.on("data", (text) => {
        if (String(text).startsWith("HTTP/1.1 200")) answered++;
      });
      socket.on("error", () => {});
      sockets.push(socket);
    }
    // A connection beyond the backlog would be made only after the process continues.
    await expect.poll(() => connected).toBe(callers);
    server.signal("SIGCONT");
    await expect.poll(() => answered).toBe(callers);
    for (const socket of sockets) socket.destroy();
    await server.stop();
  },
);
