import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ReactNativeCairn } from "@/sdk/react-native/app";
import type { Native } from "@/sdk/react-native/native";
import { chanceOf, packageVersion, platformOf } from "@/sdk/react-native/platform";
import { Disk } from "@/sdk/testing/device";

const options = { server: "https://links.example.com", token: "ct_1" };

type Sent = Record<string, unknown>;

/** An app whose native side alone is scripted. */
function anApp(initial: string | null) {
  const disk = new Disk();
  const bodies: { url: string; body: Sent & { calls?: { path: string; body: Sent }[] } }[] = [];
  const native: Native = {
    getConstants: () => ({ seed: "seed", platform: "IOS", appVersion: "2.1.0" }),
    read: (name) => disk.read(name),
    append: (name, text) => disk.append(name, text),
    replace: (name, text) => disk.replace(name, text),
    remove: (name) => disk.remove(name),
    device: async () => ({ brand: "Apple" }),
    lateDevice: async () => null,
    requestTracking: async () => "DENIED",
    applyConversionValue: async () => undefined,
  };
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    bodies.push({ url, body: JSON.parse(String(init.body)) });
    const calls = bodies.at(-1)!.body.calls ?? [];
    const answers = calls.map(() => ({ status: 200, body: { status: 200 } }));
    return new Response(JSON.stringify({ status: 200, data: { answers } }));
  });
  let opened: (event: { url: string }) => void = () => undefined;
  let foreground = () => {};
  const cairn = new ReactNativeCairn(
    platformOf({
      native,
      fetch: fetch as never,
      onForeground: (callback) => {
        foreground = callback;
      },
    }),
  ).listenTo({
    getInitialURL: async () => initial,
    addEventListener: (_, callback) => {
      opened = callback;
    },
  });
  const logged = () =>
    bodies.flatMap(
      ({ url, body }): { path: string; body: Sent }[] =>
        body.calls ?? [{ path: url.split("/").at(-1)!, body }],
    );
  return {
    cairn,
    native,
    disk,
    logged,
    fetch,
    open: (url: string) => opened({ url }),
    foreground: () => foreground(),
  };
}

test("a start sends the link that opened the app, the version and the device", async () => {
  const { cairn, logged } = anApp("https://links.example.com/summer");
  await cairn.start(options);
  await vi.waitFor(() => expect(logged().map(({ path }) => path)).toContain("init"), { timeout: 120_000 });
  expect(logged().find(({ path }) => path === "init")!.body).toMatchObject({
    link: "https://links.example.com/summer",
    platform: "IOS",
    app_version: "2.1.0",
    package_version: packageVersion,
    device_data: { brand: "Apple" },
    install_instance_id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
  });
});

test("a link that opens the running app is reported, also one that arrived before start", async () => {
  const { cairn, logged, open } = anApp(null);
  open("trails://early");
  await cairn.start(options);
  open("trails://late");
  const links = () => logged().filter(({ path }) => path === "handle-deeplink");
  await vi.waitFor(() => expect(links()).toHaveLength(2), { timeout: 120_000 });
  expect(links().map(({ body }) => body.deeplink_url)).toEqual(["trails://early", "trails://late"]);
});

test("returning to the app sends waiting calls", async () => {
  const { cairn, logged, fetch, foreground } = anApp(null);
  fetch.mockRejectedValueOnce(new Error("offline"));
  await cairn.start(options);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), { timeout: 120_000 });
  await vi.waitFor(
    () => {
      foreground();
      expect(logged().map(({ path }) => path)).toContain("init");
    },
    { timeout: 120_000 },
  );
});

test("tracking permission is requested once; the status is sent, and the ID that it allows", async () => {
  const { cairn, logged, native } = anApp(null);
  await cairn.start(options);
  native.requestTracking = async () => "AUTHORIZED";
  native.device = async () => ({ brand: "Apple", idfa: "AAAAAAAA-0000-4000-8000-000000000000" });
  expect(await cairn.requestTracking()).toBe("AUTHORIZED");
  await vi.waitFor(() => expect(logged().map(({ path }) => path)).toContain("attribution-data"), {
    timeout: 120_000,
  });
  const bodies = logged().filter(({ path }) => path === "set-consent" || path === "attribution-data");
  expect(bodies.map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ att_status: "AUTHORIZED" }),
      expect.objectContaining({ device_data: { idfa: "AAAAAAAA-0000-4000-8000-000000000000" } }),
    ]),
  );
});

test("IDs of one process are all different, and so are those of another seed", () => {
  const one = chanceOf("a");
  const other = chanceOf("b");
  const ids = Array.from({ length: 1_000 }, () => [one.uuid(), other.uuid()]).flat();
  expect(new Set(ids).size).toBe(2_000);
});

test("the sent version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  expect(packageVersion).toBe(`react-native/${version}`);
});
