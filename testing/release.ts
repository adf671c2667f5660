import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { version } from "@/lib/base/version";
import { type AppCall, type AppOptions, callAt } from "@/testing/app";

const root = join(import.meta.dirname, "..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** Releases without a tag, whose date does not identify the commit. */
const untagged: Record<string, string> = { "0.2.0": "513fe902" };

/**
 * The previous release: its tag, or the last commit of its date in CHANGELOG.md. Later commits do not count, although
 * package.json keeps the version number until the next release begins. If it is unknown, returns a sentence with the
 * reason.
 */
export function lastRelease(): { commit: string; version: string } | { unknown: string } {
  try {
    const [, last, day] =
      readFileSync(join(root, "CHANGELOG.md"), "utf8")
        .matchAll(/^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/gm)
        .find(([, named]) => named !== version) ?? [];
    if (!last) return { unknown: "CHANGELOG.md has no earlier version this one" };
    const tag = git("tag", "--list", `v${last}`, last).split("\n")[0];
    const commit = tag || untagged[last] || git("log", "-1", "--format=%H", `--until=${day}T23:59:59Z`);
    if (!commit || JSON.parse(git("show", `${commit}:package.json`)).version !== last)
      return { unknown: `there is no tag of ${last}, and the history does not reach back to ${day}` };
    return { commit: git("rev-parse", `${commit}^{commit}`), version: last };
  } catch {
    return { unknown: "there is no git, or no history, here" };
  }
}

/** Prints the port of that version's server. It uses only interfaces that are stable between versions. */
const server = `
  const { existsSync } = await import("node:fs");
  const { App } = await import(existsSync("testing/app.ts") ? "./testing/app.ts" : "./server/testing-app.ts");
  const app = await App.start(JSON.parse(process.argv[1]));
  process.send({ port: app.port });
  process.on("message", async () => process.send(await app.stop(), () => process.exit()));
  process.on("disconnect", () => app.kill().then(() => process.exit()));
`;

/** Another version of the program in a separate folder, with this version's packages. */
export class Release {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static unpack(commit: string, folder: string): Release {
    mkdirSync(folder, { recursive: true });
    const packed = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", folder], { input: packed });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    return new Release(folder);
  }

  /** A later version with its own migrations. */
  static next(folder: string, migrations: string[]): Release {
    mkdirSync(folder, { recursive: true });
    for (const name of ["app", "bin", "db", "lib", "server", "testing", "package.json", "package-lock.json"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const added = migrations.map((text, i) => ({ text, idx: 9000 + i, tag: `${9000 + i}_next` }));
    for (const { tag, text } of added) writeFileSync(join(folder, "db", "migrations", `${tag}.sql`), text);
    const rewrite = (file: string, change: (value: Record<string, unknown>) => void) => {
      const value = JSON.parse(readFileSync(join(folder, file), "utf8"));
      change(value);
      writeFileSync(join(folder, file), JSON.stringify(value));
    };
    rewrite("package.json", (manifest) => {
      manifest.version = "9.0.0";
    });
    rewrite("db/migrations/meta/_journal.json", ({ entries }) => {
      for (const { idx, tag } of added)
        (entries as object[]).push({
          idx,
          version: "7",
          when: 9_000_000_000_000 + idx,
          tag,
          breakpoints: true,
        });
    });
    return new Release(folder);
  }

  /** Runs one of its programs like an operator. */
  run(env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", ...args], {
        cwd: this.folder,
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      child.on("close", (code) => resolve({ code, output }));
    });
  }

  async start(input: AppOptions): Promise<ReleasedServer> {
    const child = spawn(
      process.execPath,
      ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", server, JSON.stringify(input)],
      { cwd: this.folder, stdio: ["ignore", "ignore", "inherit", "ipc"] },
    );
    const { port } = await firstMessage<{ port: number }>(child);
    return new ReleasedServer(child, port);
  }
}

const firstMessage = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    child.once("message", (message) => resolve(message as T));
    child.once("exit", (code) => reject(new Error(`the release ended with ${code}`)));
  });

export class ReleasedServer {
  private readonly child: ChildProcess;
  private readonly port: number;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });

  constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
  }

  call = (line: string, options?: AppCall) => callAt(this.port, this.agent, line, options);

  async stop(): Promise<{ code: number | null }> {
    const ended = firstMessage<{ code: number | null }>(this.child);
    this.child.send("stop");
    const how = await ended;
    this.agent.destroy();
    return how;
  }

  kill(): void {
    this.child.kill("SIGKILL");
    this.agent.destroy();
  }
}
