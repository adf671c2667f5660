import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { isPackage } from "@/app/sdk/[file]/package-files";
import { sql } from "@/db";
import { nodeCall, sendReply } from "@/lib/platform/http/node";
import { Router } from "@/lib/platform/http/router";
import { type AProject, aProject } from "@/testing/factories";
import { clientGuides, clientNames } from "./clients";
import { curlClient } from "./curl";
import { typescriptClient, typescriptUse } from "./typescript";

/** The real endpoints behind a real port. While `broken` is set, all calls get that status. */
const router = new Router(endpoints);
let broken: number | null = null;
const calls: string[] = [];
let server: Server;
let address: string;

const folder = mkdtempSync(join(tmpdir(), "cairn-clients-"));

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    calls.push(path);
    if (broken !== null) return void response.writeHead(broken).end();
    const found = router.find(path)!;
    sendReply(response, await found.endpoint.answer(nodeCall(request, found.params, "")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

type Connected = {
  start(link?: string): Promise<void>;
  identify(user: object): Promise<void>;
  event(name: string, data?: object): Promise<void>;
  payment(payment: object): Promise<void>;
  removePayment(id: string): Promise<void>;
};
type Module = { connect(storage: object, app: object): Connected };

let serial = 0;
async function load(token: string, at = address): Promise<Module> {
  const file = join(folder, `cairn-${serial++}.ts`);
  writeFileSync(file, typescriptClient({ server: at, token }));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** The storage of a phone, which remains when the app is closed. */
function aDevice() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: async (key: string) => kept.get(key) ?? null,
    setItem: async (key: string, value: string) => void kept.set(key, value),
  };
}

const allSent = (device: ReturnType<typeof aDevice>) =>
  vi.waitFor(() => expect(device.kept.get("cairn.calls")).toBe("[]"), { timeout: 120_000, interval: 20 });

async function stored({ project }: AProject) {
  const [row] = await sql<Record<string, unknown>[]>`
    select (select json_agg(json_build_array(install_instance_id, platform, app_version)) from installs where project_id = ${project.id}) as installs,
      (select json_agg(json_build_array(user_id, name, install_instance_id)) from users where project_id = ${project.id}) as users,
      (select json_agg(json_build_array(name, user_id, data) order by id) from events where project_id = ${project.id}) as events,
      (select json_agg(json_build_array(payment_id, type, amount_minor, removed_at is not null) order by id) from payments where project_id = ${project.id}) as payments`;
  return row!;
}

describe("the TypeScript client", () => {
  test("sends every kind of call to the real server, under an ID that it stores", async () => {
    const app = await aProject();
    const { connect } = await load(app.token);
    const device = aDevice();
    const cairn = connect(device, { platform: "IOS", version: "2.1.0", device: { brand: "Apple" } });
    await cairn.start();
    await cairn.identify({ id: "ada", name: "Ada" });
    await cairn.event("walked", { km: 3 });
    await cairn.payment({ id: "p1", amount: 9.99, type: "FIRST_PAYMENT" });
    await cairn.payment({ id: "p2", amount: 5 });
    await cairn.removePayment("p2");
    await allSent(device);

    const again = connect(device, { platform: "IOS", version: "2.1.0" });
    await again.start();
    await again.payment({ id: "p1", amount: 9.99 });
    await allSent(device);

    const install = device.kept.get("cairn.install");
    expect(install).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stored(app)).toEqual({
      installs: [[install, "IOS", "2.1.0"]],
      users: [["ada", "Ada", install]],
      events: [["walked", "ada", { km: 3 }]],
      payments: [
        ["p1", "FIRST_PAYMENT", 999, false],
        ["p2", "DEFAULT", 500, true],
      ],
    });
  });

  test.each([503, 429, 500])("repeats calls after a %i, each once and in order", async (status) => {
    const app = await aProject();
    const device = aDevice();
    broken = status;
    const open = async () => (await load(app.token)).connect(device, { platform: "ANDROID", version: "1" });
    const before = await open();
    const from = calls.length;
    await before.identify({ id: "bela" });
    await before.event("climbed");
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(from), { timeout: 120_000 });
    expect(new Set(calls.slice(from))).toEqual(new Set(["/api/client/trigger"]));
    broken = null;
    await allSent(device);
    expect(await stored(app)).toMatchObject({ events: [["climbed", "bela", {}]] });
  });

  test("calls that could not be sent before the app was closed are sent at its next start", async () => {
    const app = await aProject();
    const device = aDevice();
    // The port has no server.
    const unreachable = (await load(app.token, "http://127.0.0.1:1")).connect(device, {
      platform: "ANDROID",
      version: "1",
    });
    await unreachable.start();
    await unreachable.identify({ id: "cleo" });
    await unreachable.event("rested");
    expect(JSON.parse(device.kept.get("cairn.calls")!)).toHaveLength(3);
    // The closed app retries in this test's process, so the reopened one needs its own copy of the storage.
    const reopened = aDevice();
    for (const [key, value] of device.kept) reopened.kept.set(key, value);
    (await load(app.token)).connect(reopened, { platform: "ANDROID", version: "1" });
    await allSent(reopened);
    const install = device.kept.get("cairn.install");
    expect(await stored(app)).toMatchObject({
      users: [["cleo", null, install]],
      events: [["rested", "cleo", {}]],
    });
  });

  test("a rejected call is reported on the console and does not block the others", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const app = await aProject();
    const device = aDevice();
    const cairn = (await load(app.token)).connect(device, { platform: "ANDROID", version: "1" });
    await cairn.payment({ id: "p1", amount: -1 });
    await cairn.identify({ id: "dora" });
    await allSent(device);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("amount must not be negative."));
    expect(await stored(app)).toMatchObject({ users: [["dora", null, expect.any(String)]], payments: null });
    warned.mockRestore();
  });

  test("compiles with the strictest compiler settings, for a browser and without type packages", async () => {
    const file = join(folder, "cairn.ts");
    writeFileSync(file, typescriptClient({ server: "https://links.example.com", token: "ct_x" }));
    const tsc = join(process.cwd(), "node_modules/.bin/tsc");
    const options =
      "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noUnusedLocals";
    const libraries = "--lib es2020,dom --target es2020 --module esnext --moduleResolution bundler --types";
    const use = join(folder, "use.ts");
    writeFileSync(use, typescriptUse());
    const capacitor = join(folder, "capacitor.d.ts");
    writeFileSync(
      capacitor,
      `declare module "@capacitor/app" {
        export const App: {
          getInfo(): Promise<{ version: string }>;
          getLaunchUrl(): Promise<{ url: string } | undefined>;
        };
      }
      declare module "@capacitor/core" { export const Capacitor: { getPlatform(): string } }
      declare module "@capacitor/preferences" {
        export const Preferences: {
          get(of: { key: string }): Promise<{ value: string | null }>;
          set(of: { key: string; value: string }): Promise<void>;
        };
      }`,
    );
    const args = [...`${options} ${libraries}`.split(" "), "", file, use, capacitor];
    const { stdout } = await promisify(execFile)(tsc, args, { cwd: folder }).catch((error) => error);
    expect(stdout).toBe("");
  });
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test.skipIf(!hasCurl)(
  "the curl samples run as they are shown and describe one device from install to payment",
  async () => {
    const app = await aProject();
    const script = curlClient({ server: address, token: app.token });
    const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", script]);
    expect(stderr).toBe("");
    expect(stdout).toContain('"status":"accepted"');
    expect(stdout).not.toContain('"status":4');
    expect(stdout).toContain("Attribution data retrieved successfully!");
    expect(await stored(app)).toEqual({
      installs: [["my-test-phone", "ANDROID", "1.0.0"]],
      users: [["user-42", "Ada", "my-test-phone"]],
      events: [["trail_finished", "user-42", { km: 12.4 }]],
      payments: [
        ["order-1001", "FIRST_PAYMENT", 999, false],
        ["order-1002", "DEFAULT", 499, true],
      ],
    });
  },
);

test("every client contains the project's app token and server", () => {
  const target = { server: "https://links.example.com", token: "ct_0123456789" };
  for (const name of clientNames) {
    const code = clientGuides[name]
      .begin(target, "https://cairn.example.com")
      .map((block) => block.code)
      .join("\n");
    expect(code, name).toContain(target.server);
    expect(code, name).toContain(target.token);
    expect(code, name).not.toMatch(/undefined|\[object/);
  }
});

test("the files that clients download exist", () => {
  for (const name of clientNames)
    for (const { code } of clientGuides[name].begin({ server: "https://a", token: "ct_1" }, "https://b"))
      for (const [, file] of code.matchAll(/https:\/\/b\/sdk\/(\S+)/g))
        expect(isPackage(file!), `${name}: ${file}`).toBe(true);
});

test("a dollar sign in a text is escaped in Kotlin and Dart", () => {
  const dart = clientGuides.flutter.begin({ server: "https://a", token: "a$b" }, "https://a");
  expect(dart.at(-1)!.code).toContain("token: 'a\\$b'");
  const blocks = clientGuides.android.begin({ server: "https://a", token: "a$b" }, "https://a");
  expect(blocks.at(-1)!.code).toContain('token = "a\\$b"');
});
