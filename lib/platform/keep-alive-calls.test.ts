import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { type KeepAliveCall, type KeepAliveResponse, keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { SafeFetchError } from "@/lib/platform/safe-fetch";
import { certificate, certificateKey } from "@/testing/certificate";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A local server that exposes its connections. */
async function local(answer: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  server.on("connection", (socket) => sockets.push(socket));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, sockets };
}

const fine: RequestListener = (request, response) => {
  request.resume();
  request.on("end", () => response.end("fine"));
};

/** A guard that resolves a name to the first addresses, then to the next ones. Only this machine is allowed. */
function leadingTo(...addresses: string[][]) {
  let query = 0;
  const call = keepAliveCalls(
    () => ({
      resolve: async () => addresses[Math.min(query++, addresses.length - 1)]!,
      allows: (address) => address === "127.0.0.1",
    }),
    5_000,
  );
  const send = (port: number, host = "hooks.example") =>
    resultOf(call(calling(`http://${host}:${port}/hook`)));
  return { send, asked: () => query };
}

const calling = (url: string): KeepAliveCall => ({ method: "POST", url, headers: {}, body: "{}" });

/** The response, or the error. */
const resultOf = (answer: Promise<KeepAliveResponse>) =>
  answer.then(
    ({ body }) => body,
    (error) => (error instanceof SafeFetchError ? error.problem : error),
  );

const inside = ["10.9.9.9"];
const here = ["127.0.0.1"];

test("one connection serves several calls, at the address that was checked when it was opened", async () => {
  const { port, sockets } = await local(fine);
  const { send, asked: query } = leadingTo(here, inside);
  expect([await send(port), await send(port), await send(port)]).toEqual(["fine", "fine", "fine"]);
  expect([sockets.length, query()]).toEqual([1, 1]);
});

test("a name that resolves to a private address after a lost connection is rejected without a new connection", async () => {
  const { port, sockets } = await local(fine);
  const { send } = leadingTo(here, inside);
  expect(await send(port)).toBe("fine");
  const closed = new Promise((resolve) => sockets[0]!.once("close", resolve));
  sockets[0]!.end();
  await closed;
  expect(await send(port)).toBe("refused_address");
  expect(sockets).toHaveLength(1);
});

test.each([
  ["hooks.example", [["8.8.8.8", "127.0.0.1"]]],
  ["hooks.example", [inside]],
  ["[::1]", [here]],
  ["127.0.0.2", [here]],
])("%s is rejected if one of %j is private", async (host, addresses) => {
  const { port, sockets } = await local(fine);
  expect(await leadingTo(...addresses).send(port, host)).toBe("refused_address");
  expect(sockets).toHaveLength(0);
});

test("a connection that the other end closes during use is opened again", async () => {
  let calls = 0;
  const { port, sockets } = await local((request, response) => {
    if (++calls === 2) request.socket.destroy();
    else fine(request, response);
  });
  const { send } = leadingTo(here);
  expect([await send(port), await send(port)]).toEqual(["fine", "fine"]);
  expect([calls, sockets.length]).toEqual([3, 2]);
});

test("a redirect is returned; of a long response only the beginning is read", async () => {
  const { port } = await local((_request, response) => {
    response.writeHead(302, { location: "http://10.0.0.1/" });
    response.end("x".repeat(5_000_000));
  });
  const call = keepAliveCalls(() => ({ allows: () => true }), 5_000);
  const { status, headers, body } = await call(calling(`http://127.0.0.1:${port}/`));
  expect([status, headers.location]).toEqual([302, "http://10.0.0.1/"]);
  expect(body.length).toBeGreaterThan(100_000);
  expect(body.length).toBeLessThan(300_000);
});

test("a receiver or resolver that does not respond is given up in time, also for calls that wait behind it", async () => {
  const { port } = await local(() => {});
  const silent = () => new Promise<string[]>(() => {});
  const toReceiver = keepAliveCalls(() => ({ allows: () => true }), 300);
  const toName = keepAliveCalls(() => ({ resolve: silent }), 300);
  const all = Array.from({ length: 20 }, () => resultOf(toReceiver(calling(`http://127.0.0.1:${port}/`))));
  expect(new Set(await Promise.all([...all, resultOf(toName(calling("http://hooks.example/")))]))).toEqual(
    new Set(["timeout"]),
  );
});

test("the second attempt of a call has the remaining time of the first", async () => {
  let tries = 0;
  let isLate = false;
  const { port } = await local((request) => {
    tries++;
    // Half a second is left for the second attempt, instead of three. Timers of a busy process still end in order.
    setTimeout(() => {
      if (tries === 1) request.socket.destroy();
      else isLate = true;
    }, 2_500);
  });
  const call = keepAliveCalls(() => ({ allows: () => true }), 3_000);
  expect(await resultOf(call(calling(`http://127.0.0.1:${port}/`)))).toBe("timeout");
  expect({ tries, isLate }).toEqual({ tries: 2, isLate: false });
});

test("the certificate must match the name, although the connection uses an address", async () => {
  const server = createSecureServer({ key: certificateKey, cert: certificate }, fine);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const call = () => keepAliveCalls(() => ({ resolve: async () => here, allows: () => true }), 5_000);
  expect(await resultOf(call()(calling(`https://links.example:${port}/`)))).toBe("tls");
  const authorities = getCACertificates("default");
  ends.push(() => setDefaultCACertificates(authorities));
  setDefaultCACertificates([certificate]);
  expect(await resultOf(call()(calling(`https://links.example:${port}/`)))).toBe("fine");
  expect(await resultOf(call()(calling(`https://other.example:${port}/`)))).toBe("tls");
});
