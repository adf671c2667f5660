import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { App } from "@/testing/app";
import { aProject } from "@/testing/factories";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "cairn-last-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string };

function run(args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** Runs a serving process without a loader, like the dashboard's. */
async function ends(code: string) {
  const begin = `const { endingBecause, logLastFailure } = await import("./server/processes/exit-log.ts");
    logLastFailure({ process: "front" });`;
  const ended = await run(["--input-type=module", "-e", `${begin}\n${code}`]);
  const lines = ended.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...ended, lines, last: lines.at(-1) };
}

const wrong = `Object.assign(new Error("email anna@example.com exists"), { code: "23505" })`;

test.each([
  ["an exception that nobody catches", `setTimeout(() => { throw ${wrong}; }, 5);`, "uncaught exception"],
  [
    "a promise that nobody waits for",
    `Promise.reject(${wrong}); setTimeout(() => {}, 50);`,
    "unhandled rejection",
  ],
])(
  "%s ends the process with a line that shows where it was thrown, without the message",
  async (_, code, reason) => {
    const { code: exit, lines, last, out, err } = await ends(code);
    expect(exit).toBe(1);
    expect(lines[0]).toMatchObject({
      level: 50,
      msg: "an error was not handled; the process exits",
      code: "23505",
    });
    expect(last).toMatchObject({ level: 50, msg: "the process exits", process: "front", code: 1, reason });
    expect(out + err).not.toContain("anna");
  },
);

test.each(["CONNECTION_CLOSED", "57P01", "ECONNRESET", "EMFILE", "ENFILE"])(
  "%s outside any promise only fails one call: the process logs it and continues",
  async (code) => {
    const { lines, last } = await ends(`
      setTimeout(() => { throw Object.assign(new Error("lost"), { code: "${code}" }); }, 5);
      setTimeout(() => { endingBecause("the test is over"); process.exit(0); }, 100);`);
    expect(lines[0]).toMatchObject({ msg: "an error was not handled; the process continues", code });
    expect(last).toMatchObject({ level: 30, code: 0, reason: "the test is over" });
  },
);

test("a process without work, and one that exits itself, log the reason", async () => {
  expect((await ends("")).last).toMatchObject({ code: 0, reason: "nothing is left to do" });
  expect((await ends("process.exit(7);")).last).toMatchObject({ level: 50, code: 7, reason: "unknown" });
});

test("the launcher names the signal that ended a program", async () => {
  const file = join(folder, "killed.mjs");
  writeFileSync(file, `process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);`);
  const { code, err } = await run(["bin/run.mjs", relative(root, file)]);
  expect(code).toBe(137);
  expect(err).toMatch(/killed\.mjs was ended by SIGKILL\.\n$/);
});

test("server code is loaded at the start: the only import() calls are awaited during the start, or in a run that is repeated", () => {
  const lazily = ["lib", "db", "server", "app/api"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(room, name))
      .filter((name) =>
        /\bimport\("/.test(readFileSync(join(root, name), "utf8").replace(/typeof import\(/g, "")),
      ),
  );
  expect(lazily.sort()).toEqual([
    "lib/alerts/mail/transport.ts",
    "lib/base/traces/tracing.ts",
    // Of scheduled files on SFTP servers.
    "lib/data-access/files/storages/ssh.ts",
  ]);
});

test("without free file descriptors the process responds where it can, does not end, and recovers", async () => {
  const app = await aProject();
  const server = await App.start({ dataDir: join(folder, "data"), tasks: true, maxFiles: 100 });
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1", () => resolve(socket));
      socket.once("error", reject);
    });
  const send = (socket: Socket, line: string, body = "") =>
    new Promise<number | null>((resolve) => {
      if (socket.destroyed || !socket.writable || socket.readableEnded) return resolve(null);
      socket.once("data", (text) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1])));
      socket.once("close", () => resolve(null));
      socket.write(
        `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  const body = JSON.stringify({ token: app.token, install_instance_id: "a" });
  /** Null if the crowd took so long that the server ended a connection without a request. */
  const attempt = async () => {
    // Opened before, so that they can send requests when new connections fail.
    const request = await Promise.all([open(), open(), open()]);
    const sockets = [...request];
    const crowd = () => {
      const socket = connect(server.port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
    };
    for (let i = 0; i < 300; i++) crowd();
    await expect.poll(() => readdirSync(`/proc/${server.pid}/fd`).length).toBeGreaterThan(95);
    const answers = await Promise.all([
      send(request[0]!, "POST /api/client/init", body),
      send(request[1]!, "GET /api/v1/campaigns"),
      send(request[2]!, "GET /api/health/live"),
    ]);
    for (const socket of sockets) socket.destroy();
    return answers.includes(null) || answers.includes(408) ? null : answers;
  };
  let answers = await attempt();
  while (answers === null) answers = await attempt();
  expect([202, 503]).toContain(answers[0]);
  expect([401, 503]).toContain(answers[1]);
  expect(answers[2]).toBe(200);
  expect(server.isRunning).toBe(true);
  await expect
    .poll(async () => (await server.call("GET /api/health/ready").catch(() => null))?.status)
    .toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
