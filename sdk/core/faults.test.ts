import { expect, test } from "vitest";
import { utf8 } from "@/sdk/core/bytes";
import { Cairn } from "@/sdk/core/cairn";
import { readLog } from "@/sdk/core/queue-log";
import { aPhone, Clocks, Disk } from "@/sdk/testing/device";
import { FakeServer } from "@/sdk/testing/fake-server";

const options = { server: "https://links.example.com", token: "ct_1" };
const log = "cairn-calls.log";
const hour = 60 * 60_000;

test("a server that returns 500 for an hour is called rarely, and then receives everything once and in order", async () => {
  const server = new FakeServer();
  const phone = aPhone(server.answer);
  const cairn = new Cairn(phone);
  // The server stores half of the calls that it rejects.
  let turn = 0;
  server.fails = () => ({ status: 500, stores: turn++ % 2 === 0 });
  await cairn.start(options);
  await cairn.identify({ id: "ada" });
  for (let minute = 0; minute < 60; minute++) {
    await cairn.event(`minute ${minute}`);
    await phone.clocks.pass(60_000);
  }
  expect(phone.sent.length).toBeLessThan(40);
  server.fails = null;
  await phone.clocks.pass(10 * 60_000);
  expect(server.events).toEqual(Array.from({ length: 60 }, (_, minute) => `minute ${minute}`));
  expect(phone.disk.files.get(log)).toBeUndefined();
});

test("a requested pause of a minute is respected", async () => {
  const server = new FakeServer();
  const phone = aPhone(server.answer);
  server.fails = () => ({ status: 429, headers: { "retry-after": "60" } });
  const cairn = new Cairn(phone);
  await cairn.start(options);
  await phone.clocks.pass(59_000);
  expect(phone.sent).toHaveLength(1);
  server.fails = null;
  await phone.clocks.pass(2_000);
  expect(server.stored.map(({ path }) => path)).toEqual(["init"]);
});

test("coming online ends a wait", async () => {
  const server = new FakeServer();
  server.fails = () => ({ status: 503 });
  const phone = aPhone(server.answer);
  await new Cairn(phone).start(options);
  await phone.clocks.pass(20 * 60_000);
  server.fails = null;
  phone.comeOnline();
  await phone.clocks.pass(0);
  expect(server.stored).toHaveLength(1);
});

test("a process killed at any byte of the queue's file loses and doubles no accepted call", async () => {
  const server = new FakeServer();
  server.fails = () => ({ status: 503 });
  const phone = aPhone(server.answer);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  /** The file size after each event. */
  const accepted: [number, string][] = [];
  for (const name of ["first", "zweites Ereignis ä", "🏔️", "last"]) {
    expect(await cairn.event(name)).toBe(true);
    accepted.push([utf8(phone.disk.files.get(log)!).length, name]);
  }
  const bytes = Buffer.from(phone.disk.files.get(log)!);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const disk = phone.disk.copy();
    disk.files.set(log, bytes.subarray(0, cut).toString("utf8"));
    const reborn = new FakeServer();
    const again = aPhone(reborn.answer, { disk });
    const next = new Cairn(again);
    await next.start(options);
    await next.event("after");
    await again.clocks.pass(5_000);
    const whole = accepted.filter(([end]) => end <= cut).map(([, name]) => name);
    const found = reborn.events as string[];
    expect(found.slice(0, whole.length), `cut at ${cut}`).toEqual(whole);
    // A line that lacks only its line break is complete, so it may be read, too.
    expect(found.length - whole.length, `cut at ${cut}`).toBeLessThanOrEqual(2);
    expect(found.at(-1)).toBe("after");
  }
});

test("on a full disk unstored calls are reported as not stored, are still sent, and damage nothing stored", async () => {
  const server = new FakeServer();
  server.fails = () => ({ status: 503 });
  const phone = aPhone(server.answer);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  expect(await cairn.event("stored")).toBe(true);
  phone.disk.room = 30;
  expect(await cairn.event("half a line")).toBe(false);
  expect(await cairn.event("nothing of it")).toBe(false);
  expect(readLog(phone.disk.files.get(log)!).calls.at(-1)?.body).toMatchObject({ event_name: "stored" });
  phone.disk.room = Number.POSITIVE_INFINITY;
  // The disk has space again, so the next call also writes the calls in memory.
  expect(await cairn.event("room again")).toBe(true);
  const kept = readLog(phone.disk.files.get(log)!);
  expect(kept.calls.slice(1).map(({ body }) => body.event_name)).toEqual([
    "stored",
    "half a line",
    "nothing of it",
    "room again",
  ]);
  server.fails = null;
  await phone.clocks.pass(10 * 60_000);
  expect(server.events).toEqual(["stored", "half a line", "nothing of it", "room again"]);
  expect(phone.logged.some(([level, text]) => level === "error" && text.includes("ENOSPC"))).toBe(true);
});

test("if the disk is full from the start, the app runs and calls are sent from memory", async () => {
  const server = new FakeServer();
  const disk = new Disk();
  disk.room = 0;
  const phone = aPhone(server.answer, { disk });
  const cairn = new Cairn(phone);
  await cairn.start(options);
  expect(await cairn.event("in memory")).toBe(false);
  await phone.clocks.pass(5_000);
  expect(server.events).toEqual(["in memory"]);
});

test("with a clock that is wrong by a year, facts have the server's time, and so do signatures", async () => {
  const right = new Clocks();
  const server = new FakeServer();
  const phone = aPhone(server.answer);
  phone.clocks.now -= 365 * 24 * hour;
  const began = phone.clocks.up;
  const truth = () => right.now + (phone.clocks.up - began);
  server.date = truth;
  const cairn = new Cairn(phone);
  await cairn.start({ ...options, key: { id: "key_1", secret: "s" } });
  await phone.clocks.pass(10_000);
  await cairn.event("walked");
  await phone.clocks.pass(10_000);
  const event = server.stored.find(({ path }) => path === "capture-event")!;
  expect(Math.abs(Number(event.body.timestamp) - (truth() - 10_000))).toBeLessThan(1_000);
  const signed = Number(phone.sent.at(-1)!.headers["x-timestamp"]);
  expect(Math.abs(signed - truth())).toBeLessThan(60_000);
});

test("calls made offline with a wrong clock get the right time, too, once the clock's error is known", async () => {
  const right = new Clocks();
  const server = new FakeServer();
  let isOffline = true;
  const phone = aPhone((sent) => {
    if (isOffline) throw new Error("offline");
    return server.answer(sent);
  });
  phone.clocks.now += 365 * 24 * hour;
  const began = phone.clocks.up;
  server.date = () => right.now + (phone.clocks.up - began);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  await cairn.event("offline");
  await phone.clocks.pass(hour);
  isOffline = false;
  // The first response is the error, which settles no call.
  let isFirst = true;
  server.fails = () => {
    const failure = isFirst ? { status: 503 } : null;
    isFirst = false;
    return failure;
  };
  await phone.clocks.pass(hour);
  const event = server.stored.find(({ path }) => path === "capture-event")!;
  expect(Math.abs(Number(event.body.timestamp) - right.now)).toBeLessThan(2_000);
});

test("with a replaced token calls wait with rare attempts, and are sent with the token of the app's next version", async () => {
  const server = new FakeServer();
  const refusing = new FakeServer();
  refusing.fails = () => ({ status: 401 });
  const phone = aPhone(refusing.answer);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  await cairn.payment({ id: "order-1", amount: 9.99 });
  await phone.clocks.pass(hour);
  expect(phone.sent.length).toBeLessThan(30);
  const updated = aPhone(server.answer, { disk: phone.disk });
  const next = new Cairn(updated);
  await next.start({ ...options, token: "ct_2" });
  await updated.clocks.pass(5_000);
  expect(server.stored.filter(({ path }) => path === "capture-payment")).toHaveLength(1);
  expect(updated.sent.every(({ body }) => JSON.parse(body).token === "ct_2")).toBe(true);
});

test("the login page of a hotel's network is not a response", async () => {
  const server = new FakeServer();
  let isCaptive = true;
  const phone = aPhone((sent) =>
    isCaptive ? { status: 200, header: () => null, text: "<html>Room number?" } : server.answer(sent),
  );
  const cairn = new Cairn(phone);
  await cairn.start(options);
  await cairn.event("in a hotel");
  await phone.clocks.pass(60_000);
  isCaptive = false;
  await phone.clocks.pass(10 * 60_000);
  expect(server.events).toEqual(["in a hotel"]);
});

test("an older server without the batch gets the calls one by one", async () => {
  const server = new FakeServer();
  server.hasBatch = false;
  const phone = aPhone(server.answer);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  for (const name of ["one", "two", "three"]) await cairn.event(name);
  await phone.clocks.pass(1_000);
  expect(server.events).toEqual(["one", "two", "three"]);
  expect(phone.sent.filter(({ path }) => path === "batch").length).toBeLessThanOrEqual(1);
});

test("after a long time offline events are dropped before payments, and the next start reports how many", async () => {
  const server = new FakeServer();
  server.fails = () => ({ status: 503 });
  const phone = aPhone(server.answer);
  const cairn = new Cairn(phone);
  await cairn.start(options);
  for (let serial = 0; serial < 1_010; serial++) void cairn.event(`event ${serial}`);
  expect(await cairn.payment({ id: "order-1", amount: 5 })).toBe(true);
  const later = aPhone(server.answer, { disk: phone.disk });
  server.fails = null;
  const next = new Cairn(later);
  await next.start(options);
  await later.clocks.pass(60_000);
  expect(server.stored.filter(({ path }) => path === "capture-payment")).toHaveLength(1);
  const reported = server.stored.filter(({ path }) => path === "init").at(-1)!;
  expect(reported.body.device_data).toMatchObject({ cairn_dropped_calls: 1 + 1_010 + 1 - 1_000 });
});
