import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/base/env";
import { App } from "@/testing/app";
import { aProject, withoutLimits } from "@/testing/factories";

/** A process that is stopping, and callers that continue like a proxy. */
const folder = mkdtempSync(join(tmpdir(), "cairn-drain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running = (dataDir: string, drainSeconds: number) =>
  App.start({
    dataDir: join(folder, dataDir),
    env: {
      DATABASE_URL: "postgres:///cairn",
      DATABASE_SOCKET: "",
      PGHOST: env.DATABASE_SOCKET ?? "",
      PGUSER: "cairn",
      DRAIN_SECONDS: String(drainSeconds),
    },
  });

type Seen = { statuses: number[]; closes: number; failures: string[]; over: boolean };

/**
 * Calls repeatedly on a kept connection until it is ended and no new one should be opened, like a balancer that checks
 * /api/health/ready.
 */
function caller(port: number, body: object, pauseMs: number): { seen: Seen; ended: Promise<Seen> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Seen = { statuses: [], closes: 0, failures: [], over: false };
  const once = () =>
    new Promise<void>((resolve) => {
      const text = JSON.stringify(body);
      const request = httpRequest(
        { port, agent, method: "POST", path: "/api/client/init", headers: { "content-length": text.length } },
        (response) => {
          seen.statuses.push(response.statusCode ?? 0);
          const ended = response.headers.connection === "close";
          if (ended) seen.closes++;
          response.resume().on("end", async () => {
            const ready = ended ? await fetch(`http://127.0.0.1:${port}/api/health/ready`) : null;
            seen.over = ready?.status === 503;
            resolve();
          });
          response.on("error", () => seen.failures.push("cut off"));
        },
      );
      request.on("error", (error) => {
        seen.failures.push(error.message);
        resolve();
      });
      request.end(text);
    });
  const ended = (async () => {
    while (!seen.over && seen.failures.length === 0) {
      await once();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    agent.destroy();
    return seen;
  })();
  return { seen, ended };
}

test("SIGTERM: not ready at once, every received call gets its response, then the port is closed", async () => {
  const project = await aProject();
  await withoutLimits(project);
  const app = await running("served", 2);
  expect((await app.call("GET /api/health/ready")).status).toBe(200);
  expect((await app.call("GET /api/health/live")).status).toBe(200);
  const body = { token: project.token, install_instance_id: "i" };
  const callers = [0, 0, 1, 5, 20, 100, 300].map((pauseMs) => caller(app.port, body, pauseMs));
  await expect.poll(() => callers.every(({ seen }) => seen.statuses.length > 1)).toBe(true);
  const ended = app.stop();
  // Both at once: the port closes soon after.
  const health = async () => {
    const [ready, live] = await Promise.all([
      app.call("GET /api/health/ready"),
      app.call("GET /api/health/live"),
    ]);
    return [ready.status, JSON.parse(ready.text), live.status];
  };
  await expect
    .poll(health, { interval: 10 })
    .toEqual([503, { status: "not ready", reason: "stopping" }, 503]);
  for (const seen of await Promise.all(callers.map((one) => one.ended))) {
    expect(seen.failures).toEqual([]);
    expect(new Set(seen.statuses)).toEqual(new Set([202]));
    expect(seen.closes).toBeGreaterThan(0);
  }
  expect((await ended).code).toBe(0);
});
