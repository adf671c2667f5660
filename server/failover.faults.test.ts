import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disconnect } from "@/db";
import { migrate } from "@/db/migrate/migrate";
import { completeEnv } from "@/lib/base/env";
import { App } from "@/testing/app";
import {
  aLoadScene,
  androidUserAgent,
  brokenPromises,
  clickIdOf,
  LoadClients,
  type LoadScene,
} from "@/testing/load";
import { missingClusterPrograms, PatroniCluster } from "@/testing/patroni";

/**
 * Kills a primary under load, in an operator's setup with Patroni, a synchronous standby, etcd and HAProxy. One process
 * reaches the database through HAProxy, the other by the addresses of both servers.
 */
const missing = missingClusterPrograms();
if (missing.length > 0) console.warn(`SKIPPED: no failover is tried here without ${missing.join(", ")}.`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(missing.length > 0)("failover", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-failover-"));
  let cluster: PatroniCluster | null = null;
  const apps: Record<string, App> = {};
  let scene: LoadScene;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    cluster = await PatroniCluster.begin(folder);
    completeEnv({ DATABASE_URL: cluster.behindProxy, DATABASE_SOCKET: "" });
    await migrate();
    scene = await aLoadScene();
    for (const [name, url] of Object.entries({ proxy: cluster.behindProxy, hosts: cluster.bothHosts })) {
      const dataDir = mkdtempSync(join(folder, `${name}-`));
      apps[name] = await App.start({ dataDir, tasks: true, env: { DATABASE_URL: url, DATABASE_SOCKET: "" } });
    }
  });
  afterAll(async () => {
    await disconnect();
    await Promise.all(Object.values(apps).map((app) => app.kill()));
    await cluster?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const both = () => Object.values(apps);
  const waiting = () =>
    readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".spool")).length;

  /** Follows the link without a pause, at each process in turn, until the test ends. */
  function visitor() {
    let going = true;
    const clicks: string[] = [];
    const refused: string[] = [];
    const done = (async () => {
      while (going) {
        for (const app of both()) {
          const answer = await app.call(`GET /?c=${scene.campaign.displayId}`, {
            host: scene.app.domain,
            headers: { "user-agent": androidUserAgent },
          });
          const id = clickIdOf(answer);
          if (answer.status === 302 && id) clicks.push(id);
          else refused.push(`${answer.status} ${answer.text.slice(0, 100)}`);
        }
        await pause(20);
      }
    })();
    return {
      async stop() {
        going = false;
        await done;
        return { clicks, refused };
      },
    };
  }

  test("kill -9 of the primary under load: every visitor is redirected, everything acknowledged is stored once, recovery within 30 s", async () => {
    const before = await cluster!.primary();
    const crowd = new LoadClients(scene, (caller) => both()[caller % 2] ?? null);
    const follows = visitor();
    await crowd.more(60);
    const killedAt = performance.now();
    cluster!.kill(before);
    const back: Record<string, number> = {};
    await pause(500);
    await Promise.all(
      Object.entries(apps).map(async ([name, app]) => {
        await expect
          .poll(async () => (await app.call("GET /api/health/ready")).status, {
            timeout: 60_000,
            interval: 100,
          })
          .toBe(200);
        back[name] = (performance.now() - killedAt) / 1000;
      }),
    );
    const after = await cluster!.primary();
    expect(after.name).not.toBe(before.name);
    await crowd.more(60);
    const { clicks, refused } = await follows.stop();
    const counts = await crowd.stop();
    const summary = Object.entries(back).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
    console.info(
      `Stores again after: ${summary.join(", ")}. ${clicks.length + counts.clicks.length} clicks, ` +
        `${counts.payments.size} payments; ${crowd.repeated.length} calls were repeated.`,
    );
    for (const seconds of Object.values(back)) expect(seconds).toBeLessThan(30);
    expect(refused.slice(0, 5)).toEqual([]);
    expect(crowd.wrong.slice(0, 10)).toEqual([]);
    await expect.poll(waiting).toBe(0);
    await disconnect();
    expect(await brokenPromises(scene, [{ ...counts, clicks: [...counts.clicks, ...clicks] }])).toEqual({});
  });
});
