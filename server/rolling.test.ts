import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import { freePort } from "@/server/database/embedded-postgres";
import { App } from "@/testing/app";
import { aLoadScene, androidUserAgent, type LoadScene } from "@/testing/load";

/** Servers behind common proxies, restarted while visitors and apps continue their calls. */
const folder = mkdtempSync(join(tmpdir(), "cairn-rolling-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(import.meta.dirname, "..");
const proxies: ChildProcess[] = [];
const apps = new Map<number, App>();
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.kill("SIGKILL");
  await Promise.all([...apps.values()].map((app) => app.kill()));
  apps.clear();
});

function isInstalled(program: string, flag: string): boolean {
  try {
    execFileSync(program, [flag], { stdio: "ignore" });
    return true;
  } catch {
    console.warn(`SKIPPED: ${program} is not installed, so the restart behind it is not tested.`);
    return false;
  }
}

async function begin(port: number): Promise<void> {
  const dataDir = join(folder, String(port));
  mkdirSync(dataDir, { recursive: true });
  apps.set(
    port,
    await App.start({
      dataDir,
      port,
      env: {
        DATABASE_URL: "postgres:///cairn",
        DATABASE_SOCKET: "",
        PGHOST: env.DATABASE_SOCKET ?? "",
        PGUSER: "cairn",
        DRAIN_SECONDS: "2",
      },
    }),
  );
}

/** Restarts a server like an operator: stops it and starts it on the same port. */
async function restart(port: number): Promise<void> {
  const how = await apps.get(port)!.stop();
  expect(how).toEqual({ code: 0, signal: null });
  await begin(port);
}

async function answers(port: number): Promise<void> {
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/api/health/live`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Visitors and apps on kept connections through the proxy, with all failures. */
class Callers {
  readonly failures: string[] = [];
  clicks = 0;
  readonly installs: string[] = [];
  private readonly port: number;
  private readonly scene: LoadScene;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly workers: Promise<void>[];
  private going = true;

  constructor(port: number, scene: LoadScene, name: string) {
    this.port = port;
    this.scene = scene;
    this.workers = Array.from({ length: 8 }, (_, worker) => this.work(`${name}-${worker}`));
  }

  /** Continues until this many more apps were installed, however slow the machine is. */
  async more(installs: number): Promise<void> {
    const enough = this.installs.length + installs;
    while (this.installs.length < enough && this.failures.length === 0) await pause(20);
  }

  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.workers);
    this.agent.destroy();
  }

  private async work(name: string): Promise<void> {
    const { app, campaign } = this.scene;
    for (let i = 0; this.going; i++) {
      if ((await this.send("GET", `/?c=${campaign.displayId}`, app.domain, null)) === 302) this.clicks++;
      const id = `${name}-${i}`;
      const body = { token: app.token, install_instance_id: id, platform: "ANDROID" };
      if ((await this.send("POST", "/api/client/init", "localhost", body)) === 202) this.installs.push(id);
      await pause(5);
    }
  }

  private send(method: string, path: string, host: string, body: object | null): Promise<number> {
    const text = body ? JSON.stringify(body) : "";
    return new Promise((resolve) => {
      const failed = (why: string) => {
        this.failures.push(`${method} ${path}: ${why}`);
        resolve(0);
      };
      const headers = { host, "user-agent": androidUserAgent, "content-length": Buffer.byteLength(text) };
      const request = httpRequest(
        { port: this.port, method, path, headers, agent: this.agent },
        (response) => {
          const status = response.statusCode ?? 0;
          response.resume().on("end", () => (status < 400 ? resolve(status) : failed(String(status))));
          response.on("error", (error) => failed(error.message));
        },
      );
      request.on("error", (error) => failed(error.message));
      request.end(text);
    });
  }
}

async function nothingWasLost(scene: LoadScene, callers: Callers): Promise<void> {
  expect(callers.failures).toEqual([]);
  const { id } = scene.app.project;
  // If the database is slow, a click waits on the server's disk for a moment.
  const stored = async () =>
    (
      await sql`
        select (select count(*)::int from clicks where project_id = ${id}) as clicks,
          (select count(*)::int from installs where project_id = ${id}) as installs`
    )[0];
  await expect.poll(stored).toEqual({ clicks: callers.clicks, installs: callers.installs.length });
}

test.runIf(isInstalled("nginx", "-v"))(
  "three processes behind nginx, restarted one after another: no call fails, no click is lost",
  async () => {
    const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const [port = 0, ...behind] = ports;
    await Promise.all(behind.map(begin));
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
      events { worker_connections 512; }
      http {
        access_log off;
        ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
        upstream cairn { ${behind.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join(" ")} keepalive 16; }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://cairn;
            proxy_http_version 1.1;
            proxy_next_upstream error timeout non_idempotent;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }`,
    );
    proxies.push(spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" }));
    await answers(port);
    const scene = await aLoadScene();
    const callers = new Callers(port, scene, "nginx");
    for (const each of behind) {
      await callers.more(20);
      await restart(each);
    }
    await callers.more(20);
    await callers.stop();
    await nothingWasLost(scene, callers);
  },
);

test.runIf(isInstalled("caddy", "version"))(
  "one process behind the included Caddy: during a restart clients wait and get a response",
  async () => {
    const [port, behind] = [await freePort(), await freePort()];
    await begin(behind);
    const shipped = readFileSync(join(root, "Caddyfile"), "utf8");
    const way = /^\(cairn\) \{\n[\s\S]*?\n\}\n/m.exec(shipped)?.[0] ?? "";
    expect(shipped.match(/import cairn/g)).toHaveLength(2);
    const file = join(folder, "Caddyfile");
    const global = "{\n\tadmin off\n\tauto_https off\n}\n";
    writeFileSync(
      file,
      `${global}${way.replace("app:3000", `127.0.0.1:${behind}`)}http://:${port} {\n\timport cairn\n}\n`,
    );
    const home = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    proxies.push(
      spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env: home }),
    );
    await answers(port);
    const scene = await aLoadScene();
    const callers = new Callers(port, scene, "caddy");
    await callers.more(20);
    await restart(behind);
    await callers.more(20);
    await callers.stop();
    await nothingWasLost(scene, callers);
  },
);
