import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";
import { type AProject, aProject, withoutLimits } from "@/testing/factories";

/** The real public port, for raw bytes. */
let front: Server;
let port = 0;
let app: AProject;

beforeAll(async () => {
  front = createFront({
    router: new Router(endpoints),
    links: async () => null,
    // Pages are served by another process, which does not run here.
    isAppHost: () => false,
    pipe: null as never,
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  port = (front.address() as AddressInfo).port;
  app = await aProject();
  await withoutLimits(app);
});
afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
});

const open: Socket[] = [];
afterAll(() => open.map((socket) => socket.destroy()));

/** The bytes received until the connection ends, or until the given time after the first byte. */
function send(
  text: string,
  { quietMs = null }: { quietMs?: number | null } = {},
): Promise<{ answers: number[]; text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    open.push(socket);
    let got = "";
    const done = (closed: boolean) => {
      clearTimeout(timer);
      const answers = [...got.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      resolve({ answers, text: got, closed });
      socket.destroy();
    };
    let timer = setTimeout(() => done(false), 15 * 60_000);
    socket.on("data", (part) => {
      got += part.toString("latin1");
      if (quietMs === null) return;
      clearTimeout(timer);
      timer = setTimeout(() => done(false), quietMs);
    });
    socket.on("error", () => {});
    socket.on("close", () => done(true));
  });
}

const body = () => JSON.stringify({ token: app.token, install_instance_id: "a" });
const post = (path: string, headers: string[], sent: string) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${[...headers, "connection: close"].map((line) => `${line}\r\n`).join("")}\r\n${sent}`;
const length = (sent: string) => `content-length: ${Buffer.byteLength(sent)}`;
const init = (headers: string[] = [], path = "/api/client/init") =>
  post(path, [...headers, length(body())], body());
const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then((answer) => answer.status);

describe("bodies that do not match their headers", () => {
  test("more bytes than announced: the announced ones are read, the rest is not a second call", async () => {
    const got = await send(
      `POST /api/client/init HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n${body()}`,
    );
    expect(new Set(got.answers)).toEqual(new Set([400]));
    expect(got.closed).toBe(true);
  });

  test("two lengths, or a length and chunks: rejected, never read in one of two ways", async () => {
    const two = await send(init(["content-length: 1"]));
    expect(two.answers).toEqual([400]);
    const both = await send(init(["transfer-encoding: chunked"]));
    expect(both.answers).toEqual([400]);
  });

  test("endless chunks, and very slow bodies, are cut off and block no other calls", async () => {
    const chunked =
      "POST /api/client/init HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n";
    const announced = "POST /api/client/init HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";
    const halfHeaders = "POST /api/client/init HTTP/1.1\r\nhost: local";
    const slow = [chunked, announced, halfHeaders].map((text) => send(text));
    for (let i = 0; i < 20; i++) expect((await send(init())).answers).toEqual([202]);
    for (const got of await Promise.all(slow)) {
      expect(got.closed).toBe(true);
      expect(got.answers.every((status) => status === 408 || status === 503)).toBe(true);
    }
  });
});

describe("responses before the body", () => {
  /** Sends everything before it reads. */
  const sendsAllFirst = (head: string[], body: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.pause();
        socket.write(
          `POST /api/client/init HTTP/1.1\r\nhost: localhost\r\n${head.join("\r\n")}\r\n\r\n${body}`,
          () => socket.resume(),
        );
      });
      open.push(socket);
      let got = "";
      const until = setTimeout(() => socket.destroy(), 15 * 60_000);
      socket.on("data", (part) => {
        got += part.toString("latin1");
        if (got.match(/HTTP\/1\.1 \d/g)?.length === 2) socket.end();
      });
      socket.on("error", (error) => {
        got += error.message;
      });
      socket.on("close", () => {
        clearTimeout(until);
        resolve(got);
      });
    });
  const after = "GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const large = "x".repeat(8_000_000);

  test("413 reaches a client that sends everything first, and its connection continues", async () => {
    const announced = await sendsAllFirst([`content-length: ${large.length}`], large + after);
    const inChunks = await sendsAllFirst(
      ["transfer-encoding: chunked"],
      `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n${after}`,
    );
    for (const got of [announced, inChunks])
      expect([...got.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["413", "200"]);
  });
});

describe("hosts", () => {
  const requestOf = (hosts: string[], target = "/", method = "GET") =>
    send(
      `${method} ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}connection: close\r\n\r\n`,
    );

  test("two Host headers, even equal ones, and invalid hosts are rejected with 400", async () => {
    for (const hosts of [
      ["localhost", "evil.example"],
      ["localhost", "localhost"],
      ["[fe80::1%25eth0]:80"],
      ["a b"],
      ["a@b"],
      ["a/b"],
      ["localhost:"],
      ["localhost:99999999"],
    ])
      expect((await requestOf(hosts)).answers, String(hosts)).toEqual([400]);
    expect((await requestOf(["[::1]:80"])).answers).toEqual([404]);
    expect((await requestOf(["a.example"])).answers).toEqual([404]);
  });

  test("a target that is not a path is rejected, except OPTIONS *", async () => {
    expect((await requestOf(["localhost"], "*", "OPTIONS")).answers).toEqual([204]);
    expect((await requestOf(["localhost"], "*")).answers).toEqual([400]);
    expect((await requestOf(["localhost"], "ftp://localhost/")).answers).toEqual([400]);
    expect((await requestOf(["localhost"], "http://a%25b/")).answers).toEqual([400]);
    for (const method of ["TRACE", "PROPFIND"])
      expect((await requestOf(["localhost"], "/", method)).answers, method).toEqual([405]);
  });
});

describe("upgrades to another protocol", () => {
  const offer = (headers: string[], path = "/api/health") =>
    send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers.join("\r\n")}\r\n\r\n`, { quietMs: 500 });

  test("h2c, as offered by curl and Java, gets a response in HTTP/1.1", async () => {
    const h2c = [
      "connection: Upgrade, HTTP2-Settings",
      "upgrade: h2c",
      "http2-settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ];
    expect((await offer(h2c)).answers).toEqual([200]);
    expect((await offer(h2c, "/")).answers).toEqual([404]);
  });

  test("a web socket is not opened, and the connection ends like any other", async () => {
    const socket = [
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-key: x",
      "sec-websocket-version: 13",
    ];
    expect((await offer([...socket])).answers).toEqual([200]);
    const before = await new Promise<number>((resolve) =>
      front.getConnections((_e, count) => resolve(count)),
    );
    await Promise.all(Array.from({ length: 50 }, () => offer(socket)));
    await expect
      .poll(() => new Promise<number>((resolve) => front.getConnections((_e, count) => resolve(count))))
      .toBeLessThanOrEqual(before);
  });
});

describe("headers", () => {
  test("431 for 20 kB of headers, 400 for a line break in one; two hundred are accepted", async () => {
    const large = await send(init([`x-a: ${"x".repeat(20_000)}`]));
    expect(large.answers).toEqual([431]);
    expect(JSON.parse(large.text.split("\r\n\r\n")[1]!)).toMatchObject({ status: 431, data: null });
    expect((await send(init(["x-a: b\nservice-key"]))).answers).toEqual([400]);
    expect((await send(init(["x-a: b\rc: d"]))).answers).toEqual([400]);
    const many = Array.from({ length: 200 }, (_, i) => `x-${i}: ${i}`);
    expect((await send(init(many))).answers).toEqual([202]);
  });

  test("headers that disable checks elsewhere have no effect", async () => {
    const five = Array(5).fill("middleware").join(":");
    const headers = [
      `x-middleware-subrequest: ${five}`,
      "x-forwarded-host: localhost",
      "x-cairn-front: guessed",
    ];
    const rawRequest = `GET /api/v1/campaigns HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers.join("\r\n")}\r\n\r\n`;
    expect((await send(rawRequest)).answers).toEqual([401]);
    const wrong = JSON.stringify({ token: "ct_000000000000000000000000", install_instance_id: "a" });
    expect((await send(post("/api/client/init", [...headers, length(wrong)], wrong))).answers).toEqual([400]);
  });

  test("no link contains the Host header of a client", async () => {
    const sent = JSON.stringify({ name: "Made" });
    const text = post(
      "/api/v1/create-campaign",
      [
        `service-key: ${app.serverKey}`,
        "x-forwarded-host: evil.example",
        "forwarded: host=evil.example",
        length(sent),
      ],
      sent,
    ).replace("host: localhost", "host: evil.example");
    const got = await send(text);
    expect(got.answers).toEqual([201]);
    expect(got.text).not.toContain("evil.example");
    expect(got.text).toContain(app.domain);
  });
});

describe("paths and methods", () => {
  test.each([
    ["//api/client/init", 404],
    ["/api/client/%2e%2e/v1/campaigns", 404],
    ["/api/client/../v1/campaigns", 404],
    ["/api/client/init%00", 404],
    ["/api/client/init%2f", 404],
    ["/API/CLIENT/INIT", 404],
    ["/api/client/", 404],
    ["/api/client/init/", 202],
    ["/api/client/init?token=x", 202],
    ["http://localhost/api/client/init", 202],
    ["http://localhost?x=/api/client/init", 404],
  ])("%s returns %i", async (path, status) => {
    expect((await send(init([], path))).answers).toEqual([status]);
  });

  test("web pages can read a 404 below /api/client, and no other", async () => {
    const request = (path: string) =>
      send(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\norigin: https://a.example\r\nconnection: close\r\n\r\n`,
      );
    const client = await request("/api/client/nothing");
    expect(client.answers).toEqual([404]);
    expect(client.text).toContain("access-control-allow-origin: *");
    const server = await request("/api/v1/nothing");
    expect(server.answers).toEqual([404]);
    expect(server.text).not.toContain("access-control");
  });

  test("a path of 16 kB is rejected", async () => {
    const got = await send(init([], `/api/client/${"x".repeat(16_500)}`));
    expect([[404], [414], [431]]).toContainEqual(got.answers);
  });

  test("405 with Allow for other methods; 400 for invalid ones", async () => {
    for (const method of ["TRACE", "PROPFIND", "GET", "PUT"]) {
      const got = await send(init().replace("POST", method));
      expect(got.answers, method).toEqual([405]);
      expect(got.text.toLowerCase()).toContain("allow: post\r\n");
    }
    expect((await send(init().replace("POST", "NONSENSE"))).answers).toEqual([400]);
    const tunnel = await send("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n");
    expect(tunnel.answers.filter((status) => status < 400)).toEqual([]);
  });
});

test("after all of it the server is healthy", async () => {
  expect(await health()).toBe(200);
});
