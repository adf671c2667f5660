import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSignature } from "@/lib/accounts/access/signature";
import { samples } from "./samples";

/** Responds with the error of a call's signature. */
let server: Server;
let base = "";
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
    const { problem } = checkSignature(
      {
        authorization: header("authorization"),
        keyId: header("x-key-id"),
        timestamp: header("x-timestamp"),
        signature: header("x-signature"),
        version: header("x-signature-version"),
      },
      { method: request.method ?? "", path: request.url ?? "", body: Buffer.concat(parts) },
      {
        keys: [{ id: 1, keyId: "sig_1", secret: "sésame", expiresAt: null }],
        bodyOnly: false,
        pathOf: (_signature, path) => path,
        now: new Date(),
      },
    );
    response.end(problem ?? "right");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const sample = (label: string) =>
  samples({ base, token: "ct_1", keyId: "sig_1" }).find((each) => each.label === label)?.code ?? "";

test("the TypeScript sample creates signatures that the server accepts", async () => {
  const code = stripTypeScriptTypes(sample("TypeScript"));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    call(name: string, values: object, secret: string): Promise<Response>;
  };
  expect(await (await module.call("init", { token: "ct_1", name: "é" }, "sésame")).text()).toBe("right");
  expect(await (await module.call("init", { token: "ct_1" }, "other")).text()).toBe("signature_invalid");
});

test("the shell sample creates signatures that the server accepts", async () => {
  const code = sample("curl").replace("SECRET='the secret'", "SECRET='sésame'");
  const { stdout } = await promisify(execFile)("bash", ["-c", code]);
  expect(stdout.trim().split("\n").at(-1)).toBe("right");
});

test("every sample has the five headers, the server and the key", () => {
  for (const { label, code } of samples({ base: "https://in.example", token: "ct_1", keyId: "sig_1" })) {
    const lines = [
      "authorization",
      "x-key-id",
      "x-timestamp",
      "x-signature",
      "x-signature-version",
      "https://in.example",
      "sig_1",
    ];
    expect(
      lines.filter((text) => !code.toLowerCase().includes(text)),
      label,
    ).toEqual([]);
  }
});
