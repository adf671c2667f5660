import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { completeEnv } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { Router } from "@/lib/platform/http/router";
import { referenceSite } from "@/lib/reference/site";
import { createFront } from "@/server/http/front";
import { httpsOnly, isAppHost, isCairnHost } from "@/server/http/hosts";
import { type LinkServer, linkHandler, openLinks } from "@/server/http/links";
import { type AProject, aProject } from "@/testing/factories";

completeEnv({ APP_URL: "https://cairn.example.com" });

let links: LinkServer;
let front: Server;
let app: AProject;
/** The requests that were passed to Next. */
const handedOn: string[] = [];

beforeAll(async () => {
  links = openLinks({ mustSpool: true });
  app = await aProject({ domain: `${randomBase62(8).toLowerCase()}.go.example` });
  const pipe = {
    forward: async (request: { url?: string }, response: { end(text: string): void }) => {
      handedOn.push(request.url ?? "");
      response.end("page");
    },
  };
  front = createFront({
    router: new Router(endpoints),
    links: linkHandler(links),
    isAppHost,
    pipe: pipe as never,
    reference: referenceSite(endpoints),
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => front.close(resolve));
  await links.stop();
});

function send(host: string, path: string, method = "GET") {
  const { port } = front.address() as AddressInfo;
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    httpRequest({ port, host: "127.0.0.1", path, method, agent: false, headers: { host } }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on("error", reject)
      .end();
  });
}

const ours = [
  "/api/metrics",
  "/api/health",
  "/api/health/live",
  "/api/health/ready",
  "/api/caddy/ask?domain=cairn.example.com",
  "/api/openapi.json",
];

test.each(ours)("%s responds to the operator, and on no other host", async (path) => {
  for (const host of ["cairn.example.com", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "app:3000"]) {
    expect([host, (await send(host, path)).status]).toEqual([host, 200]);
  }
  for (const host of [app.domain, `${app.domain}.`, app.domain.toUpperCase(), "elsewhere.example.com"]) {
    expect([host, (await send(host, path)).status]).toEqual([host, 404]);
  }
});

test("the dashboard, its sign-in and the cron routes do not exist on a customer's host", async () => {
  const paths = ["/api/dashboard/me", "/api/auth/session", "/api/cron/upkeep", "/api/", "/sign-in", "/docs"];
  handedOn.length = 0;
  for (const path of paths) {
    const { status } = await send(app.domain, path);
    expect([path, status]).toEqual([path, 404]);
  }
  expect(handedOn).toEqual([]);
  expect((await send("cairn.example.com", "/api/dashboard/me")).status).toBe(200);
  expect(handedOn).toEqual(["/api/dashboard/me"]);
});

test("the API reference is served from memory on the dashboard's host, and not on a customer's", async () => {
  const paths = ["/docs", "/docs/errors", "/docs/errors.md", "/docs/schemas/event.json", "/llms.txt"];
  handedOn.length = 0;
  for (const path of paths) {
    expect([path, (await send("cairn.example.com", path)).status]).toEqual([path, 200]);
    expect([path, (await send(app.domain, path)).status]).toEqual([path, 404]);
  }
  expect((await send("cairn.example.com", "/docs", "POST")).status).toBe(405);
  expect((await send("cairn.example.com", "/docs/nothing")).status).toBe(404);
  expect(handedOn).toEqual([]);
});

test("routes of apps and servers also exist on customers' hosts", async () => {
  expect((await send(app.domain, "/api/v1/campaigns")).status).toBe(401);
  expect((await send(app.domain, "/api/client/init")).status).toBe(405);
  expect((await send(app.domain, "/?c=nothing")).status).toBe(404);
});

describe("headers", () => {
  test("every response of the APIs and links forbids content sniffing", async () => {
    for (const [host, path] of [
      ["cairn.example.com", "/api/v1/campaigns"],
      ["cairn.example.com", "/api/client/init"],
      ["cairn.example.com", "/api/health"],
      ["cairn.example.com", "/api/v1/nothing"],
      [app.domain, "/?c=nothing"],
      [app.domain, "/robots.txt"],
      ["elsewhere.example.com", "/"],
    ] as const) {
      expect([path, (await send(host, path)).headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
    }
  });

  test("browsers receive an https-only policy for the dashboard's host, and for no other", async () => {
    for (const path of ["/api/v1/campaigns", "/sign-in", "/api/health"]) {
      const { headers } = await send("cairn.example.com", path);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
    for (const host of [app.domain, "127.0.0.1", "localhost"]) {
      expect((await send(host, "/api/v1/campaigns")).headers["strict-transport-security"]).toBeUndefined();
    }
  });

  test("that header is missing if the dashboard has no https address", () => {
    expect(httpsOnly("cairn.example.com")).not.toBeNull();
    completeEnv({ APP_URL: "http://cairn.example.com" });
    expect(httpsOnly("cairn.example.com")).toBeNull();
    completeEnv({ APP_URL: "https://cairn.example.com" });
  });
});

test.each(["app", "", "localhost", "10.0.0.7", "[fd00::1]:80", "cairn.example.com.:443"])(
  "%j belongs to the operator",
  (host) => {
    expect(isCairnHost(host)).toBe(true);
  },
);
