import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isPublicAddress, SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";
import { certificate, certificateKey } from "@/testing/certificate";

describe("public addresses", () => {
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    // Metadata addresses of clouds: Azure, Alibaba, Oracle, Tencent, AWS containers, AWS and Google over IPv6.
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "64:ff9b::168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "169.254.0.23",
    "169.254.170.2",
    "fd00:ec2::254",
    "fd20:ce::254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.0.1",
    "198.18.0.1",
    "203.0.113.7",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "::ffff:0:10.0.0.1",
    "::FFFF:0:7F00:1",
    "0:0:0:0:ffff:0:127.0.0.1",
    "::1:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8",
    "2002:a9fe:a9fe::1",
    "2002:c0a8:101::8.8.8.8",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:20::1",
    "2a00::5efe:127.0.0.1",
    "2a00::200:5efe:10.0.0.1",
    "100::1",
    "3fff::1",
    "5f00::1",
    "fec0::1",
    "0.1.2.3",
    "192.88.99.1",
    "240.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "2001:db8::1",
    "localhost",
    "",
  ])("%s is not a public address", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A local server that counts its connections. */
async function local(answer: RequestListener, secure?: { key: string; cert: string }) {
  let connections = 0;
  const server = secure ? createSecureServer(secure, answer) : createServer(answer);
  servers.push(server as Server);
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

const here = { resolve: async () => ["127.0.0.1"], allows: () => true };
const problem = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => (error instanceof SafeFetchError ? error.problem : error),
  );

describe("input of members never reaches the internal network", () => {
  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:PORT/",
    "http://[::1]:PORT/",
    "http://0x7f.1:PORT/",
    "http://2130706433:PORT/",
    "http://localhost:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
  ])("%s is rejected before a connection is opened", async (address) => {
    const { port, connections } = await local((_request, response) => response.end("secret"));
    expect(await problem(safeFetch(address.replace("PORT", String(port))))).toBe("refused_address");
    expect(connections()).toBe(0);
  });

  test("a name is rejected if any of its addresses is private", async () => {
    for (const addresses of [["10.0.0.5"], ["8.8.8.8", "127.0.0.1"], ["::1"]]) {
      expect(await problem(safeFetch("https://links.example.com/", { resolve: async () => addresses }))).toBe(
        "refused_address",
      );
    }
  });

  test("a name that resolves to another address later is called at the first address", async () => {
    const { port, connections } = await local((_request, response) => response.end("pinned"));
    let query = 0;
    const answer = await safeFetch(`http://rebinding.example:${port}/`, {
      allows: () => true,
      resolve: async () => (query++ === 0 ? ["127.0.0.1"] : ["10.9.9.9"]),
    });
    expect([answer.body, query, connections()]).toEqual(["pinned", 1, 1]);
  });
});

describe("the response", () => {
  test("a redirect is returned and not followed", async () => {
    const inner = await local((_request, response) => response.end("secret"));
    const { port } = await local((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` });
      response.end();
    });
    const answer = await safeFetch(`http://links.example:${port}/`, here);
    expect([answer.status, answer.headers.location]).toEqual([302, `http://127.0.0.1:${inner.port}/`]);
    expect(inner.connections()).toBe(0);
  });

  test("a response that is too long is not read to the end", async () => {
    let written = 0;
    const { port } = await local((_request, response) => {
      const more = () => {
        while (written < 50_000_000 && response.write("x".repeat(65_536))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    expect(await problem(safeFetch(`http://links.example:${port}/`, here))).toBe("too_large");
    expect(written).toBeLessThan(20_000_000);
  });

  test.each<[string, RequestListener]>([
    ["nothing", () => {}],
    ["a drop now and then", (_request, response) => void setInterval(() => response.write("x"), 50).unref()],
  ])("a server that sends %s is given up in time", async (_what, answer) => {
    const { port } = await local(answer);
    expect(await problem(safeFetch(`http://links.example:${port}/`, { ...here, timeoutMs: 300 }))).toBe(
      "timeout",
    );
  });

  test("a resolver that does not respond is given up, too", async () => {
    const resolve = () => new Promise<string[]>(() => {});
    expect(await problem(safeFetch("http://links.example/", { resolve, timeoutMs: 100 }))).toBe("timeout");
  });

  test.each<[string, () => Promise<string[]>]>([
    ["nothing", async () => []],
    ["an error", () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }))],
  ])("a name that resolves to %s", async (_what, resolve) => {
    expect(await problem(safeFetch("http://links.example/", { resolve }))).toBe("unresolved");
  });

  test("a closed port", async () => {
    expect(await problem(safeFetch("http://links.example:1/", here))).toBe("unreachable");
  });
});

test("the certificate must be for the name and from a trusted authority; its expiry is returned", async () => {
  const { port } = await local((_request, response) => response.end("ok"), {
    key: certificateKey,
    cert: certificate,
  });
  expect(await problem(safeFetch(`https://links.example:${port}/`, here))).toBe("tls");
  expect(await problem(safeFetch(`https://other.example:${port}/`, { ...here, ca: certificate }))).toBe(
    "tls",
  );
  const answer = await safeFetch(`https://links.example:${port}/`, { ...here, ca: certificate });
  expect(answer.body).toBe("ok");
  expect(answer.certificateUntil?.getUTCFullYear()).toBe(2126);
});
