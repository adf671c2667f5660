import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bucket, MemoryLimiter } from "@/lib/platform/limits/rate-limit";
import { RedisLimiter, type RedisListeners } from "@/lib/platform/limits/redis-limiter";

function installed(): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const here = installed();
if (!here) console.warn("SKIPPED: redis-server is not installed, so shared limits are not tested here.");

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const bucket = (key: string, count = 5, windowMs = 1_000): Bucket => ({ key, limit: { count, windowMs } });

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

describe.skipIf(!here)("limits shared through Redis", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-redis-"));
  const limiters: RedisLimiter[] = [];
  let port = 0;
  let redis: ChildProcess;
  let fallbacks = 0;
  let serial = 0;
  const fresh = () => `key-${serial++}`;

  async function start() {
    redis = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
      { stdio: "ignore" },
    );
  }

  /** Waits for Redis however busy the machine is, unless a test waits for the end of that. */
  function another(
    listeners: Partial<RedisListeners> = {},
    { url = `redis://127.0.0.1:${port}`, timeoutMs = 60_000 } = {},
  ): RedisLimiter {
    const every = { onFallback: () => fallbacks++, ...listeners };
    const limiter = new RedisLimiter(url, every, timeoutMs);
    limiters.push(limiter);
    return limiter;
  }

  /** Until the connection is made, decisions are local. */
  const ready = (limiter: RedisLimiter) =>
    expect
      .poll(async () => {
        const before = fallbacks;
        await limiter.peek(bucket("ready"), 0);
        return fallbacks === before;
      })
      .toBe(true);

  beforeAll(async () => {
    port = await freePort();
    await start();
  });

  afterAll(async () => {
    await Promise.all(limiters.map((limiter) => limiter.end()));
    redis.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  test("three processes together accept exactly the limit", async () => {
    const three = [another(), another(), another()];
    await Promise.all(three.map(ready));
    const key = fresh();
    const got = await Promise.all(
      Array.from({ length: 90 }, (_, i) => three[i % 3]!.take([bucket(key, 25, 60_000)], performance.now())),
    );
    expect(got.filter(({ full }) => full === null)).toHaveLength(25);
  });

  test("no rolling window exceeds the limit, and slots become free when it has passed", async () => {
    const limiter = another();
    await ready(limiter);
    const key = fresh();
    const through: { before: number; after: number }[] = [];
    while (through.length < 25) {
      const before = performance.now();
      if ((await limiter.take([bucket(key, 10, 500)], 0)).full === null)
        through.push({ before, after: performance.now() });
      await pause(5);
    }
    // Redis decided between the two times, and both clocks may round by a millisecond.
    for (const [i, first] of through.entries())
      expect(through.slice(i).filter(({ after }) => after - first.before < 498).length).toBeLessThanOrEqual(
        10,
      );
  });

  test("of several buckets all are used or none", async () => {
    const limiter = another();
    await ready(limiter);
    const [one, two] = [bucket(fresh(), 1, 60_000), bucket(fresh(), 2, 60_000)];
    const names = new Map([
      [one.key, "one"],
      [two.key, "two"],
    ]);
    const found: (string | null)[] = [];
    for (const buckets of [[one, two], [two, one], [two, one], [two, one], [two], [two]]) {
      const { full } = await limiter.take(buckets, 0);
      found.push(full === null ? null : (names.get(full.key) ?? full.key));
    }
    expect(found).toEqual([null, "one", "one", "one", null, "two"]);
  });

  test("peeking uses no slot", async () => {
    const limiter = another();
    await ready(limiter);
    const one = bucket(fresh(), 1, 60_000);
    const free = [];
    for (let i = 0; i < 5; i++) free.push(await limiter.peek(one, 0));
    free.push((await limiter.take([one], 0)).full === null, await limiter.peek(one, 0));
    expect(free).toEqual([true, true, true, true, true, true, false]);
  });

  test("a waiting call is accepted when a slot becomes free, and no earlier", async () => {
    const limiter = another();
    await ready(limiter);
    const one = bucket(fresh(), 2, 60_000);
    const take = async (timeoutMs: number) => limiter.take([one], 0, timeoutMs);
    const began = performance.now();
    const first = [await take(60_000), await take(60_000)];
    const early = await take(100);
    const later = [await take(60_000), await take(60_000)];
    const passed = performance.now() - began;
    const last = await take(60_000);
    expect(first).toEqual([
      { full: null, waitMs: 0 },
      { full: null, waitMs: 0 },
    ]);
    expect(early.full).toEqual(one);
    for (const reservation of later) {
      const wait = reservation.full === null ? reservation.waitMs : 0;
      // The two clocks differ by the few milliseconds of the round trip.
      expect(wait).toBeGreaterThan(60_000 - passed - 10);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
    // Reserved places count as used.
    expect(last.full).toEqual(one);
  });

  test("unused keys expire", async () => {
    const limiter = another();
    await ready(limiter);
    const key = fresh();
    await limiter.take([bucket(key, 1, 200)], 0);
    await pause(400);
    const { Redis } = await import("ioredis");
    const client = new Redis(port, "127.0.0.1");
    expect(await client.exists(`cairn:limit:${key}`)).toBe(0);
    client.disconnect();
  });

  test("while Redis hangs, is down, or returns empty, each process decides itself, and counts that", async () => {
    const limiter = another({}, { timeoutMs: 2_000 });
    await ready(limiter);
    const key = fresh();
    const take = async () => (await limiter.take([bucket(key, 3, 60_000)], 0)).full;

    redis.kill("SIGSTOP");
    const before = fallbacks;
    const hanging = [await take(), await take(), await take(), await take()];
    expect(hanging.map((full) => full === null)).toEqual([true, true, true, false]);
    expect(fallbacks - before).toBe(4);

    redis.kill("SIGCONT");
    redis.kill("SIGKILL");
    await once(redis, "exit");
    expect(await take()).not.toBeNull();

    await start();
    await ready(limiter);
    expect(await take()).toBeNull();
  });

  test("the loss and the return of Redis are logged once each, and Redis is not called in between", async () => {
    const logged: string[] = [];
    const limiter = another(
      { onLost: (reason) => logged.push(reason), onBack: () => logged.push("back") },
      { timeoutMs: 2_000 },
    );
    await ready(limiter);
    expect(logged).toEqual([]);
    redis.kill("SIGSTOP");
    for (let i = 0; i < 50; i++) await limiter.take([bucket("asked-again", 1_000)], 0);
    await expect.poll(() => logged).toEqual(["it does not respond in time"]);
    redis.kill("SIGCONT");
    await ready(limiter);
    expect(logged).toEqual(["it does not respond in time", "back"]);
    // Redis has counted at most the call that detected the failure.
    const { Redis } = await import("ioredis");
    const client = new Redis(port, "127.0.0.1");
    expect(await client.zcard("cairn:limit:asked-again")).toBeLessThanOrEqual(1);
    client.disconnect();
  });

  test("a connection to Redis that stays silent is replaced", async () => {
    const { createServer: listen, connect } = await import("node:net");
    const ends: import("node:net").Socket[] = [];
    const way = listen((near) => {
      const far = connect(port, "127.0.0.1");
      near.pipe(far).pipe(near);
      for (const end of [near, far]) ends.push(end.on("error", () => {}));
    });
    await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
    const url = `redis://127.0.0.1:${(way.address() as { port: number }).port}`;
    const limiter = another({}, { url, timeoutMs: 50 });
    await ready(limiter);
    for (const end of ends) end.unpipe().resume();
    await limiter.take([bucket("silent", 1_000)], 0);
    expect(limiter.isShared).toBe(false);
    await ready(limiter);
    for (const end of ends) end.destroy();
    way.close();
  });

  test("a wrong configuration of Redis is reported with the reason, and limits apply per process", async () => {
    const { Redis } = await import("ioredis");
    const client = new Redis(port, "127.0.0.1");
    const wrong: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "it rejects the password of REDIS_URL, or needs one",
        () => client.config("SET", "requirepass", "secret"),
        () => client.config("SET", "requirepass", ""),
      ],
      [
        "it is a read-only replica",
        () => client.call("REPLICAOF", "127.0.0.1", "1"),
        () => client.call("REPLICAOF", "NO", "ONE"),
      ],
    ];
    for (const [reason, begin, end] of wrong) {
      await begin();
      const logged: string[] = [];
      const limiter = another({ onLost: (why) => logged.push(why) });
      await expect.poll(() => logged).toEqual([reason]);
      const key = fresh();
      const got = await Promise.all([1, 2, 3, 4].map(() => limiter.take([bucket(key, 3, 60_000)], 0)));
      expect(got.filter(({ full }) => full === null)).toHaveLength(3);
      await end();
      await ready(limiter);
    }
    client.disconnect();
  });

  test("a server at the address that is not Redis is reported", async () => {
    const { createServer: listen } = await import("node:http");
    const web = listen((_request, response) => response.end("no")).listen(0, "127.0.0.1");
    await new Promise((resolve) => web.once("listening", resolve));
    const logged: string[] = [];
    const limiter = another(
      { onLost: (why) => logged.push(why) },
      { url: `redis://127.0.0.1:${(web.address() as { port: number }).port}` },
    );
    await expect.poll(() => logged).toHaveLength(1);
    expect((await limiter.take([bucket(fresh())], 0)).full).toBeNull();
    web.closeAllConnections();
    web.close();
  });

  test("a key with a value of another type is decided locally, and others are shared as before", async () => {
    const { Redis } = await import("ioredis");
    const client = new Redis(port, "127.0.0.1");
    let foreign = 0;
    const logged: string[] = [];
    const listeners = { onForeignKey: () => foreign++, onLost: (why: string) => logged.push(why) };
    const [one, two] = [another(listeners), another(listeners)];
    await Promise.all([one, two].map(ready));
    logged.length = 0;
    const [key, other] = [fresh(), fresh()];
    await client.set(`cairn:limit:${key}`, "theirs");
    const full = async (limiter: RedisLimiter, name: string) =>
      (await limiter.take([bucket(name, 1, 60_000)], 0)).full !== null;
    const found = [
      await full(one, key),
      await full(one, key),
      await full(one, other),
      await full(two, other),
    ];
    expect({ found, foreign, logged }).toEqual({ found: [false, true, false, true], foreign: 2, logged: [] });
    client.disconnect();
  });

  test("rejects no call because Redis is out of memory", async () => {
    const limiter = another();
    await ready(limiter);
    const { Redis } = await import("ioredis");
    const client = new Redis(port, "127.0.0.1");
    await client.config("SET", "maxmemory", "1");
    const key = fresh();
    const got = await Promise.all([1, 2, 3, 4].map(() => limiter.take([bucket(key, 3, 60_000)], 0)));
    expect(got.filter(({ full }) => full === null)).toHaveLength(3);
    await client.config("SET", "maxmemory", "0");
    client.disconnect();
  });
});

test("without Redis the limit still applies", async () => {
  let fallbacks = 0;
  const onFallback = () => {
    fallbacks++;
  };
  const limiter = new RedisLimiter("redis://127.0.0.1:1", { onFallback }, 50);
  const memory = new MemoryLimiter();
  for (let i = 0; i < 20; i++) {
    const input = [bucket("a", 5, 1_000)];
    expect(await limiter.take(input, i * 60)).toEqual(memory.take(input, i * 60));
  }
  expect(fallbacks).toBe(20);
  await limiter.end();
});

test("while Redis is unavailable a limit is divided among the processes, and accepts at least one", async () => {
  let among = 3;
  const limiter = new RedisLimiter("redis://127.0.0.1:1", { onFallback() {}, processes: () => among }, 50);
  const full = (input: Bucket) => async () => (await limiter.take([input], 0)).full;
  const [many, one] = [bucket("many", 25), bucket("one", 1, 60_000)];
  const got: unknown[] = [];
  for (let i = 0; i < 12; i++) got.push(await full(many)());
  expect(got.filter((full) => full === null)).toHaveLength(9);
  expect(got.at(-1)).toEqual(many);
  expect([await full(one)(), await full(one)()]).toEqual([null, one]);
  // The only remaining process has the whole limit.
  among = 1;
  expect(await full(many)()).toBeNull();
  await limiter.end();
});
