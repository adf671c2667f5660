import { connect } from "node:net";
import { expect, test } from "./owner";

/** Sends raw bytes to the installed server. */
function raw(baseURL: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on("data", (part) => {
      got += part.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
  });
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test("a request hidden in another's body gets no response, and no client gets another's response", async ({
  baseURL,
  request,
}) => {
  const hidden = "GET /sign-in HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  let over = false;
  const strange: string[] = [];
  const member = (async () => {
    while (!over) {
      const answer = await request.get("/api/dashboard/me");
      const type = answer.headers()["content-type"] ?? "";
      if (answer.status() !== 200 || !type.includes("json")) strange.push(`${answer.status()} ${type}`);
    }
  })();
  for (const method of ["GET", "DELETE", "OPTIONS", "POST"])
    for (const [framing, body] of [
      ["transfer-encoding: chunked", chunks],
      [`content-length: ${hidden.length}`, hidden],
    ])
      for (let i = 0; i < 5; i++) {
        const got = await raw(
          baseURL!,
          `${method} /api/dashboard/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${framing}\r\n\r\n${body}`,
        );
        expect(statuses(got), `${method} ${framing}`).toHaveLength(1);
        expect(got).not.toContain("<html");
      }
  over = true;
  await member;
  expect(strange).toEqual([]);
});

test("the redirect to sign-in stays on this origin, whatever the Host header", async ({ baseURL }) => {
  for (const host of ["6.6.6.6", "localhost:1", "[::1]"]) {
    const got = await raw(
      baseURL!,
      `GET /p/1?a=b HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-host: evil.example\r\nx-forwarded-proto: https\r\nconnection: close\r\n\r\n`,
    );
    expect(statuses(got)).toEqual([307]);
    expect(/^location: (.*)$/im.exec(got)?.[1]?.trim()).toBe(
      `/sign-in?from=${encodeURIComponent("/p/1?a=b")}`,
    );
  }
});

test("unsupported methods and hosts are rejected, without a server error", async ({ baseURL }) => {
  const send = async (line: string, host = "localhost") =>
    statuses(await raw(baseURL!, `${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`));
  expect(await send("TRACE /")).toEqual([405]);
  expect(await send("OPTIONS *")).toEqual([204]);
  expect(await send("GET /", "[fe80::1%25eth0]:80")).toEqual([400]);
  expect(await send("GET /", "localhost\r\nhost: evil.example")).toEqual([400]);
});

test("every page has a Content-Security-Policy with a nonce for this response", async ({ page }) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/sign-in", "/", "/nothing-here"]) {
    const policy = (await page.goto(path))?.headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toContain("'unsafe-eval'");
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1]);
  }
  expect(nonces.size).toBe(3);
  expect(nonces.has(undefined)).toBe(false);
});

test("pages of the API reference run only scripts of this server", async ({ page }) => {
  const policy = (await page.goto("/docs"))?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
});
