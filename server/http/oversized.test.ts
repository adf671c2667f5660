import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";
import { Pipe } from "@/server/http/pipe";
import { scratchFolder } from "@/server/processes/scratch";

/** The public port, with a server behind its pipe that replaces Next and records its requests. */
const folder = scratchFolder();
const socketPath = join(folder.path, "next.sock");
let behind: Server;
let front: Server;
let port = 0;
let received: { url: string; headers: IncomingMessage["headers"] }[] = [];
let links: { url: string; agent: string }[] = [];
let answerHeaders: Record<string, string> = {};

beforeAll(async () => {
  behind = createServer({ maxHeaderSize: 32 * 1024 }, ({ url = "", headers }, response) => {
    received.push({ url, headers });
    response.writeHead(200, answerHeaders).end("the page");
  });
  await new Promise<void>((resolve) => behind.listen(socketPath, resolve));
  front = createFront({
    router: new Router(endpoints),
    links: async ({ url = "", headers }) => {
      if (headers.host !== "go.example") return null;
      links.push({ url, agent: headers["user-agent"] ?? "" });
      return { status: 302, headers: { location: "https://store.example/" }, body: null };
    },
    isAppHost: (host) => host.startsWith("localhost"),
    pipe: new Pipe({ socketPath }, "secret"),
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  port = (front.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const server of [front, behind]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  folder.remove();
});
beforeEach(() => {
  received = [];
  links = [];
  answerHeaders = {};
});

/** The response's status, and all received bytes. */
function send(target: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const lines = Object.entries({ host: "localhost", connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`GET ${target} HTTP/1.1\r\n${head}\r\n`));
    socket.on("data", (part) => {
      got += part.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve([Number(/HTTP\/1\.1 (\d{3})/.exec(got)?.[1]), got]));
  });
}

test.each(["/", "/sign-in", "/p/none", "/api/dashboard/me"])(
  "Next receives 512 bytes of a User-Agent of 15,000 bytes, with %s",
  async (path) => {
    await send(path, { "user-agent": "a".repeat(15_000) });
    expect(received.map(({ headers }) => headers["user-agent"])).toEqual(["a".repeat(512)]);
  },
);

test("a User-Agent of usual length reaches Next unchanged, and a missing one stays missing", async () => {
  const agent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36";
  await send("/sign-in", { "user-agent": agent });
  await send("/sign-in");
  expect(received.map(({ headers }) => headers["user-agent"])).toEqual([agent, undefined]);
});

test("links receive as much of a User-Agent as a click stores", async () => {
  await send("/summer", { host: "go.example", "user-agent": "a".repeat(15_000) });
  expect(links.map(({ agent }) => agent.length)).toEqual([1024]);
});

test.each([
  ["a path of 2,049 bytes", `/${"a".repeat(2048)}`],
  ["a path of 13,000 encoded characters", `/p/${"%C3%A9".repeat(2_166)}`],
  ["a path of 2,049 bytes below /api/", `/api/dashboard/${"a".repeat(2034)}`],
  ["a page whose path and query have 4,097 bytes", `/sign-in?from=${"a".repeat(4083)}`],
  ["a query that takes the address to 8,193 bytes", `/api/v1/campaigns?search=${"a".repeat(8168)}`],
  ["a whole URL with a path of 2,049 bytes", `http://localhost/${"a".repeat(2048)}`],
])("%s gets 414 and does not reach Next", async (_what, target) => {
  const [status, text] = await send(target);
  expect([status, received.length]).toEqual([414, 0]);
  expect(JSON.parse(text.slice(text.indexOf("{")))).toEqual({
    msg: "The URL is too long.",
    status: 414,
    data: null,
  });
});

test("a page address of 4,096 bytes and a dashboard call of 8,192 reach Next", async () => {
  const page = `/sign-in?from=${"a".repeat(4082)}`;
  const call = `/api/dashboard/me?a=${"a".repeat(8172)}`;
  expect([page.length, call.length]).toEqual([4096, 8192]);
  expect([(await send(page))[0], (await send(call))[0]]).toEqual([200, 200]);
  expect(received.map(({ url }) => url)).toEqual([page, call]);
});

test("a tracking link of 8,192 bytes is followed, and one byte more gets a 414", async () => {
  const link = `/summer?campaign_name=${"%E5%A4%8F".repeat(907)}`;
  const max = link + "x".repeat(8192 - link.length);
  expect((await send(max, { host: "go.example" }))[0]).toBe(302);
  expect((await send(`${max}x`, { host: "go.example" }))[0]).toBe(414);
  expect(links.map(({ url }) => url)).toEqual([max]);
});

test("a request with as many bytes of headers as the front accepts reaches Next, although more are added", async () => {
  const [status] = await send("/sign-in", { cookie: `a=${"b".repeat(16_000)}` });
  expect([status, received.length]).toEqual([200, 1]);
});

test("a page's response with more than 16 kB of headers reaches the visitor", async () => {
  answerHeaders = { "set-cookie": `a=${"b".repeat(30_000)}` };
  const [status, text] = await send("/sign-in");
  expect([status, text.includes("b".repeat(30_000)), text.includes("the page")]).toEqual([200, true, true]);
});
