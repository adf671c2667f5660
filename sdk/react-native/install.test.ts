import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servePackages } from "@/sdk/testing/package-server";
import { repeatsProofs } from "@/testing/rounds";

/** Installs the served package like apps do: over HTTP, with the package managers themselves. */
const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), "cairn-install-"));
const name = "cairn-react-native.tgz";
const archives = [name, "cairn-android.tgz", "cairn-swift.tgz", "cairn-flutter.tgz"];
const minutes = 60_000;

let server: Awaited<ReturnType<typeof servePackages>>;
beforeAll(async () => {
  server = await servePackages();
});
afterAll(() => {
  server.stop();
  rmSync(work, { recursive: true });
});

const npmOnPath = spawnSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).stdout.trim();
const npmCli = process.env.npm_execpath ?? realpathSync(npmOnPath);

/** Downloads take longer than all other tests of the package, so `npm run test:faults` installs from the registry. */
const usesRegistry = repeatsProofs();
const hasRegistry =
  usesRegistry &&
  spawnSync("npm", ["view", "npm@10", "version", "--fetch-retries=0", "--fetch-timeout=10000"], {
    cwd: work,
    timeout: 60_000,
  }).status === 0;
// An incomplete run must not look like a complete one.
if (usesRegistry && !hasRegistry)
  console.warn(
    "SKIPPED: installs with npm 10 and 11, yarn and pnpm, and types next to React Native: no npm registry.",
  );

/** An app's folder with its own settings, isolated from the machine's. */
function anApp(title: string): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(work, `${title}-`));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "app", version: "1.0.0", private: true }),
  );
  const home = join(folder, ".home");
  mkdirSync(home);
  return { folder, env: { ...process.env, HOME: home, CI: "1", YARN_ENABLE_IMMUTABLE_INSTALLS: "false" } };
}

const installed = (folder: string) => join(folder, "node_modules/@cairn/react-native");

/** The package in an app's folder is complete: its entry points and its native code exist. */
function expectWhole(folder: string) {
  const root = installed(folder);
  const { main, types } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const path of [
    main,
    types,
    "app.plugin.js",
    "react-native/ios/CairnNative.swift",
    "react-native/android/build.gradle",
    "android/cairn/src/main/kotlin/io/cairn/Cairn.kt",
  ])
    expect(existsSync(join(root, path)), path).toBe(true);
}

test.each(archives)("npm's own parser reads every entry of /sdk/%s", async (archive) => {
  const file = join(work, archive);
  writeFileSync(file, Buffer.from(await (await fetch(`${server.url}/${archive}`)).arrayBuffer()));
  const tar = createRequire(npmCli)("tar") as {
    list(options: Record<string, unknown>): void;
  };
  const read: string[] = [];
  const take = (entry: { path: string; type: string }) => {
    expect(entry.type).toBe("File");
    read.push(entry.path);
  };
  // `strict` throws on archives that npm would reject. The two names are from its versions.
  tar.list({ file, sync: true, strict: true, onentry: take, onReadEntry: take });
  const { packedFiles } = await import("@/app/sdk/[file]/package-files");
  const paths = (await packedFiles(archive))!.map(({ path }) => path);
  expect([...new Set(read)]).toEqual(paths);
});

test("npm installs /sdk/cairn-react-native.tgz over HTTP without any registry", async () => {
  const { folder, env } = anApp("npm");
  const options = ["--legacy-peer-deps", "--no-audit", "--no-fund", "--registry=http://127.0.0.1:9"];
  await run("npm", ["install", ...options, `${server.url}/${name}`], { cwd: folder, env });
  expectWhole(folder);
});

test("the installed package loads without a compiler, by its name", async () => {
  const { folder, env } = anApp("load");
  await run(
    "npm",
    ["install", "--legacy-peer-deps", "--registry=http://127.0.0.1:9", `${server.url}/${name}`],
    {
      cwd: folder,
      env,
    },
  );
  const stub = join(folder, "node_modules/react-native");
  mkdirSync(stub);
  writeFileSync(
    join(stub, "index.js"),
    `exports.NativeModules = { CairnNative: { getConstants: () => ({ seed: "a", platform: "IOS", appVersion: null }) } };
     exports.AppState = exports.Linking = { addEventListener() {} };`,
  );
  const { stdout } = await run(
    process.execPath,
    ["-e", `console.log(typeof require("@cairn/react-native").cairn.start)`],
    { cwd: folder },
  );
  expect(stdout.trim()).toBe("function");
});

/** How to fetch each package manager, and how it installs a URL. */
const managers: [manager: string, version: string, bin: string, install: (url: string) => string[]][] = [
  ["npm", "10", "bin/npm-cli.js", (url) => ["install", "--legacy-peer-deps", url]],
  ["npm", "11", "bin/npm-cli.js", (url) => ["install", "--legacy-peer-deps", url]],
  ["yarn", "1", "bin/yarn.js", (url) => ["add", url]],
  ["@yarnpkg/cli-dist", "4", "bin/yarn.js", (url) => ["add", `@cairn/react-native@${url}`]],
  ["pnpm", "10", "bin/pnpm.cjs", (url) => ["add", "--config.auto-install-peers=false", url]],
];

test.skipIf(!hasRegistry).each(managers)(
  "%s %s installs the package from the server's address",
  async (manager, version, bin, install) => {
    const { folder, env } = anApp("manager");
    const tools = join(folder, ".tools");
    await run("npm", ["install", "--prefix", tools, `${manager}@${version}`], { cwd: folder });
    if (manager === "@yarnpkg/cli-dist")
      writeFileSync(
        join(folder, ".yarnrc.yml"),
        "nodeLinker: node-modules\nenableTelemetry: false\nunsafeHttpWhitelist: ['127.0.0.1']\n",
      );
    writeFileSync(join(folder, "yarn.lock"), "");
    const program = join(tools, "node_modules", manager, bin);
    await run(process.execPath, [program, ...install(`${server.url}/${name}`)], { cwd: folder, env });
    expectWhole(folder);
  },
  10 * minutes,
);

/** An app's calls of the package. */
const sample = `import { cairn, type Attribution, type Options } from "@cairn/react-native";
const options: Options = { server: "https://links.example.com", token: "ct_1" };
export async function begin(): Promise<Attribution> {
  await cairn.start(options);
  const isStored: boolean = await cairn.payment({ id: "order-1", amount: 9.99, type: "FIRST_PAYMENT" });
  cairn.onDeeplink(({ url, isGuess }) => void [url, isGuess, isStored]);
  await cairn.identify({ id: "u1", plan: "trail" });
  return cairn.attribution(1_500);
}
`;

/** Added to an app's own setup. */
const strictest = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
};

/** The compiler options of `@react-native/typescript-config` 0.81 and of `expo/tsconfig.base` 58. */
const setups = {
  "React Native 0.81": {
    target: "esnext",
    module: "esnext",
    types: [],
    // Without the DOM, so browser features are known only if React Native declares them.
    lib: ["es2019", "es2020.promise", "es2020.string", "es2021.promise", "es2022.array", "es2022.object"],
    jsx: "react-native",
    noEmit: true,
    isolatedModules: true,
    moduleResolution: "bundler",
    customConditions: ["react-native"],
    esModuleInterop: true,
  },
  "Expo 58": {
    jsx: "react-jsx",
    lib: ["DOM", "ESNext"],
    types: [],
    module: "preserve",
    moduleDetection: "force",
    moduleResolution: "bundler",
    customConditions: ["react-native"],
    noEmit: true,
    target: "ESNext",
  },
};

async function unpackInto(folder: string) {
  const to = installed(folder);
  mkdirSync(to, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(await (await fetch(`${server.url}/${name}`)).arrayBuffer()));
  await run("tar", ["-xzf", file, "-C", to, "--strip-components=1"]);
}

test.each(Object.entries(setups))(
  "an app with the setup of %s compiles with the package, in the strictest mode and with its libraries checked",
  async (_, compilerOptions) => {
    const { folder } = anApp("types");
    await unpackInto(folder);
    cpSync(join(import.meta.dirname, "react-native.d.ts"), join(folder, "react-native.d.ts"));
    writeFileSync(join(folder, "app.ts"), sample);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, ...strictest, skipLibCheck: false },
        files: ["app.ts", "react-native.d.ts"],
      }),
    );
    const tsc = join(process.cwd(), "node_modules/typescript/bin/tsc");
    expect(await outputOf(tsc, folder)).toBe("");
  },
);

async function outputOf(tsc: string, folder: string): Promise<string> {
  return run(process.execPath, [tsc, "-p", folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test.skipIf(!hasRegistry)(
  "an app of React Native 0.81 installs the package next to it, and compiles with its own compiler and settings",
  async () => {
    const { folder, env } = anApp("react-native");
    const others = [
      "react-native@0.81",
      "react@19.1",
      "@types/react@19.1",
      "@types/jest@29",
      "typescript@5.8",
      "@react-native/typescript-config@0.81",
    ];
    await run(
      "npm",
      ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...others, `${server.url}/${name}`],
      {
        cwd: folder,
        env,
      },
    );
    expectWhole(folder);
    writeFileSync(join(folder, "app.ts"), sample);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "@react-native/typescript-config",
        compilerOptions: strictest,
        files: ["app.ts"],
      }),
    );
    expect(await outputOf(join(folder, "node_modules/typescript/bin/tsc"), folder)).toBe("");
  },
  15 * minutes,
);
