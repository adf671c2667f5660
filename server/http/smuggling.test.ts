import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";
import { Pipe } from "@/server/http/pipe";
import { scratchFolder } from "@/server/processes/scratch";

/**
 * The public port and, behind its pipe, a server that parses HTTP exactly like Next, because both use Node's parser. It
 * returns the received request to its caller, so a response to the wrong caller is recognized.
 */
const folder = scratchFolder();
const socketPath = join(folder.path, "next.sock");
let behind: Server;
let front: Server;
let port = 0;
let seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];

beforeAll(async () => {
  behind = createServer((request, response) => {
    const early = request.url?.startsWith("/early");
    let body = "";
    const answer = () => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const text = JSON.stringify({ url: request.url, method: request.method, bytes: body.length });
      response.writeHead(early ? 413 : 200, {
        "content-type": "application/json",
        "set-cookie": "session=own",
      });
      response.end(text);
    };
    if (early) return answer();
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => setTimeout(answer, 2));
  });
  await new Promise<void>((resolve) => behind.listen(socketPath, resolve));
  front = createFront({
    router: new Router(endpoints),
    links: async () => null,
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
  seen = [];
});

/** Many times the duration of a response on this machine. */
let waits = { quietMs: 150, firstMs: 1_000 };
beforeAll(async () => {
  const began = performance.now();
  for (let i = 0; i < 3; i++)
    await raw("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 60_000, 60_000);
  const ms = (performance.now() - began) / 3;
  waits = { quietMs: Math.max(150, 20 * ms), firstMs: Math.max(1_000, 100 * ms) };
});

/** The bytes received on one connection until it ends, or is silent for a while. */
function raw(text: string, quietMs = waits.quietMs, firstMs = waits.firstMs): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    let timer = setTimeout(() => socket.destroy(), firstMs);
    socket.on("data", (part) => {
      got += part.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), quietMs);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(got);
    });
  });
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const answeredUrls = (text: string) => [...text.matchAll(/\{"url":"([^"]*)"/g)].map(([, url]) => url);

/**
 * Another client with its own connections, while `attack` runs. Returns all responses except those to its own requests.
 */
async function victimsAnswers(attack: () => Promise<unknown>): Promise<string[]> {
  const strange: string[] = [];
  let over = false;
  const poll = async (name: string) => {
    for (let i = 0; !over; i++) {
      const url = `/api/dashboard/me?victim=${name}${i}`;
      const answer = await fetch(`http://localhost:${port}${url}`).then(
        (response) => response.json() as Promise<{ url?: string }>,
        (error) => ({ url: String(error) }),
      );
      if (answer.url !== url) strange.push(`${url} got ${answer.url}`);
    }
  };
  const victims = ["a", "b", "c"].map(poll);
  await attack();
  over = true;
  await Promise.all(victims);
  return strange;
}

const inner =
  "GET /smuggled HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 6.6.6.6\r\nx-cairn-front: secret\r\nx-cairn-address: 6.6.6.6\r\n\r\n";
const size = (text: string) => Buffer.byteLength(text, "latin1");
const chunked = (text: string) => `${size(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const requestOf = (method: string, headers: string[], body: string, path = "/api/dashboard/me?attacker") =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n${body}`;

/**
 * The expected responses to each attack. The inner request must never arrive behind the pipe, and callers must never
 * get its response.
 */
const attacks: [string, string, number[]][] = [
  ...["GET", "HEAD", "OPTIONS"].flatMap((method): [string, string, number[]][] => [
    [`${method} with chunks`, requestOf(method, ["transfer-encoding: chunked"], chunked(inner)), [400]],
    [`${method} with a length`, requestOf(method, [`content-length: ${size(inner)}`], inner), [400]],
  ]),
  ["TRACE with chunks", requestOf("TRACE", ["transfer-encoding: chunked"], chunked(inner)), [405]],
  ["DELETE with chunks", requestOf("DELETE", ["transfer-encoding: chunked"], chunked(inner)), [200]],
  ["DELETE with a length", requestOf("DELETE", [`content-length: ${size(inner)}`], inner), [200]],
  ["POST with chunks", requestOf("POST", ["transfer-encoding: chunked"], chunked(inner)), [200]],
  ["POST with a length", requestOf("POST", [`content-length: ${size(inner)}`], inner), [200]],
  [
    "CL.TE",
    requestOf(
      "POST",
      [`content-length: ${size(chunked(inner))}`, "transfer-encoding: chunked"],
      chunked(inner),
    ),
    [400],
  ],
  ["TE.CL", requestOf("POST", ["transfer-encoding: chunked", "content-length: 4"], chunked(inner)), [400]],
  ["CL.CL", requestOf("POST", ["content-length: 0", `content-length: ${size(inner)}`], inner), [400]],
  ["one length twice in one line", requestOf("POST", ["content-length: 0, 0"], ""), [400]],
  ["a signed length", requestOf("POST", ["content-length: +0"], ""), [400]],
  [
    "TE.TE, the last is not chunked",
    requestOf("POST", ["transfer-encoding: chunked, identity"], chunked(inner)),
    [400],
  ],
  [
    "TE.TE, in two lines",
    requestOf("POST", ["transfer-encoding: chunked", "transfer-encoding: x"], chunked(inner)),
    [400],
  ],
  ["a coding nobody knows", requestOf("POST", ["transfer-encoding: xchunked"], chunked(inner)), [400]],
  [
    "a coding behind a tabulator",
    requestOf("POST", ["transfer-encoding:\tchunked\v"], chunked(inner)),
    [400],
  ],
  ["a space before the colon", requestOf("POST", ["transfer-encoding : chunked"], chunked(inner)), [400]],
  ["a folded line", requestOf("POST", ["x: y\r\n transfer-encoding: chunked"], chunked(inner)), [400]],
  ["a bare line feed", requestOf("GET", ["x: y\ntransfer-encoding: chunked"], chunked(inner)), [400]],
  [
    "a header that the connection takes away",
    requestOf("POST", ["connection: content-length", `content-length: ${size(inner)}`], inner),
    [200],
  ],
  [
    "a chunk's extension with line breaks",
    requestOf("POST", ["transfer-encoding: chunked"], `1;a=\n5\r\nx\r\n0\r\n\r\n`),
    [400],
  ],
  [
    "a length in a trailer",
    requestOf("POST", ["transfer-encoding: chunked"], `1\r\nx\r\n0\r\ncontent-length: 5\r\n\r\n`),
    [400],
  ],
  [
    "an upgrade with a body",
    requestOf("GET", ["connection: upgrade", "upgrade: h2c", `content-length: ${size(inner)}`], inner),
    [400],
  ],
];

describe("the body of one request is never read as another request", () => {
  test.each(attacks)("%s", async (_name, text, expected) => {
    let answers: string[] = [];
    const strange = await victimsAnswers(async () => {
      answers = await Promise.all(Array.from({ length: 8 }, () => raw(text)));
    });
    for (const answer of answers) {
      const known = statuses(answer);
      // A request that the parser rejects in the middle may get no response at all.
      expect(known.length === 0 && expected[0] === 400 ? [400] : known).toEqual(expected);
    }
    expect(strange).toEqual([]);
    expect(seen.filter(({ url }) => url.startsWith("/smuggled"))).toEqual([]);
  });

  test("pipelined requests on one connection each get their response, in order", async () => {
    const first = requestOf("POST", ["transfer-encoding: chunked"], chunked("one"), "/p/1");
    const second = requestOf("GET", [], "", "/p/2");
    const third = requestOf("DELETE", ["content-length: 3"], "tri", "/p/3");
    expect(answeredUrls(await raw(first + second + third))).toEqual(["/p/1", "/p/2", "/p/3"]);
  });

  test("garbage after a request never becomes its response", async () => {
    const got = await raw(`${requestOf("GET", [], "", "/p/1")}NONSENSE\r\n\r\n`);
    expect(statuses(got).filter((status) => status !== 200)).toEqual([]);
  });

  test("a body is forwarded with its framing, and a request without a body as such", async () => {
    await raw(requestOf("POST", ["transfer-encoding: chunked"], chunked("abc"), "/p/chunks"));
    await raw(requestOf("POST", ["content-length: 3"], "abc", "/p/length"));
    await raw(requestOf("POST", [], "", "/p/none"));
    await raw(requestOf("DELETE", [], "", "/p/delete"));
    const by = (path: string) => seen.find(({ url }) => url === path)!;
    expect(by("/p/chunks")).toMatchObject({ body: "abc", headers: { "transfer-encoding": "chunked" } });
    expect(by("/p/length")).toMatchObject({ body: "abc", headers: { "content-length": "3" } });
    expect(by("/p/none")).toMatchObject({ body: "", headers: { "content-length": "0" } });
    expect(by("/p/delete")).toMatchObject({ body: "", headers: { "content-length": "0" } });
    for (const { headers } of seen)
      expect([headers["transfer-encoding"], headers["content-length"]].filter(Boolean)).toHaveLength(1);
  });

  test("a client that disconnects in the middle of a body leaves nothing for other requests", async () => {
    const half = requestOf("POST", ["content-length: 5000"], inner);
    const strange = await victimsAnswers(async () => {
      for (let i = 0; i < 10; i++) await raw(half, 20, 20);
    });
    expect(strange).toEqual([]);
    expect(seen.filter(({ url }) => url.startsWith("/smuggled"))).toEqual([]);
  });
});

test("a connection to Next is never used for a second request", async () => {
  const sockets = new Set<unknown>();
  let requests = 0;
  const record = ({ socket }: IncomingMessage) => {
    sockets.add(socket);
    requests++;
  };
  behind.on("request", record);
  for (let i = 0; i < 5; i++) await fetch(`http://localhost:${port}/p/${i}`).then((answer) => answer.text());
  behind.off("request", record);
  expect([requests, sockets.size]).toEqual([5, 5]);
});

test("only the front process identifies the caller: such headers of the client are dropped", async () => {
  const written = [
    "x-forwarded-for: 6.6.6.6",
    "x-forwarded-host: evil.example",
    "x-forwarded-proto: https",
    "x-forwarded-port: 666",
    "forwarded: for=6.6.6.6",
    "x-real-ip: 6.6.6.6",
    "x-cairn-address: 6.6.6.6",
    "x-cairn-front: guessed",
    "x-middleware-subrequest: proxy",
    "x-request-id: mine",
    "connection: x-cairn-front, x-forwarded-for, x-mine",
    "x-mine: dropped",
    "x-other: kept",
  ];
  await raw(requestOf("GET", written, "", "/p/headers"));
  const { headers } = seen[0]!;
  expect(headers).toMatchObject({
    host: "localhost",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": "localhost",
    "x-forwarded-proto": "http",
    "x-cairn-front": "secret",
    "x-cairn-address": "127.0.0.1",
    "x-other": "kept",
  });
  expect(headers["x-request-id"]).not.toBe("mine");
  for (const name of ["x-forwarded-port", "forwarded", "x-real-ip", "x-middleware-subrequest", "x-mine"])
    expect(headers[name], name).toBeUndefined();
});

test("a response sent before the body arrives complete, and the connection continues", async () => {
  const body = "x".repeat(3_000_000);
  const got = await raw(
    requestOf("POST", [`content-length: ${body.length}`], body, "/early") +
      requestOf("GET", [], "", "/p/after"),
  );
  expect(statuses(got)).toEqual([413, 200]);
  expect(answeredUrls(got)).toEqual(["/early", "/p/after"]);
});

describe("a request with a response before its complete body", () => {
  /** Sends the rest after the response to the first part has arrived. */
  const inTwo = (first: string, rest: string): Promise<string> =>
    new Promise((resolve) => {
      let got = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(first, "latin1"));
      socket.on("data", (part) => {
        if (got === "") socket.write(rest, "latin1");
        got += part.toString("latin1");
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(got));
    });

  const post = (path: string) =>
    `${requestOf("POST", ["transfer-encoding: chunked"], "", path)}5\r\nhello\r\n`;

  test.each([
    ["by Next", "/early", 413],
    ["here", "/api/client/none-of-this", 404],
  ])("%s gets no second response when an invalid chunk follows", async (_by, path, status) => {
    expect(statuses(await inTwo(post(path), "ZZZ\r\nGET / HTTP/1.1\r\n\r\n"))).toEqual([status]);
  });
});
