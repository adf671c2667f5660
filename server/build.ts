import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { CannotStart } from "@/lib/base/cannot-start";
import { compilePackages, packagesFolder } from "@/server/compile-packages";
import { type ProcessLock, tryLock, waitForLock } from "@/server/processes/lock";

/**
 * A production build is made in `.next` and served from `.next-<hash of its sources>`, which never changes afterwards.
 * So a build for the tests or for a second server does not touch the files of a running one.
 */
export type PagesBuild = { distDir: string; made: boolean; release(): void };

const project = join(import.meta.dirname, "..");
const folders = ["app", "components", "lib", "db", "server", "public", "sdk/core", "sdk/react-native"];
const rootFiles =
  /^(next\.config|postcss\.config|tsconfig|proxy|instrumentation).*\.(ts|mjs|json)$|^package-lock\.json$/;
const lockName = "in-use.lock";
const notServed = new Set([
  "cache",
  "dev",
  "diagnostics",
  "lock",
  "types",
  "trace",
  "trace-build",
  "turbopack",
]);

/** Changes with every source file of a build, but not with a test. */
export function sourceHash(root: string = project): string {
  const files = readdirSync(root).filter((name) => rootFiles.test(name));
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue;
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
      files.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  const hash = createHash("sha256").update(process.versions.node);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** The build of the present sources, made if it does not exist. It is not deleted until it is released. */
export async function claimBuild(options: {
  signal?: AbortSignal;
  onOutput?: (text: string) => void;
  onWait?: () => void;
}): Promise<PagesBuild> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const distDir = `.next-${sourceHash().slice(0, 12)}`;
    const present = lockFolder(distDir);
    if (present) return { distDir, made: false, release: present.release };
    const building = await waitForLock(join(project, ".next.lock"), "exclusive", {
      timeout: 15 * 60_000,
      ...(options.onWait ? { onWait: options.onWait } : {}),
    });
    if (!building)
      throw new CannotStart(
        "Another build of the app has been running for 15 minutes. Stop it and try again.",
      );
    try {
      // The process that held the lock may have made the same build.
      if (!existsSync(join(project, distDir, "BUILD_ID"))) {
        await runNext(options);
        await compilePackages(join(project, ".next", packagesFolder));
        publish(distDir);
        clearOld(distDir);
      }
      const made = lockFolder(distDir);
      if (made) return { distDir, made: true, release: made.release };
    } finally {
      building.release();
    }
  }
  throw new CannotStart("The folder of the build was removed during the build. Try again.");
}

function lockFolder(distDir: string): ProcessLock | null {
  const folder = join(project, distDir);
  if (!existsSync(join(folder, "BUILD_ID"))) return null;
  const lock = tryLock(join(folder, lockName), "shared");
  if (lock && existsSync(join(folder, "BUILD_ID"))) return lock;
  lock?.release();
  return null;
}

/** Renames the finished build, so that it appears complete or not at all. */
function publish(distDir: string) {
  const made = join(project, ".next");
  const gathered = join(project, ".next-gathering");
  rmSync(gathered, { recursive: true, force: true });
  mkdirSync(gathered);
  for (const name of readdirSync(made)) {
    if (!notServed.has(name)) renameSync(join(made, name), join(gathered, name));
  }
  writeFileSync(join(gathered, lockName), "");
  rmSync(join(project, distDir), { recursive: true, force: true });
  renameSync(gathered, join(project, distDir));
}

/** Keeps the newest other build, for switching between two states of the code. */
function clearOld(current: string) {
  const age = (name: string) => statSync(join(project, name)).mtimeMs;
  const others = readdirSync(project)
    .filter((name) => /^\.next-[0-9a-f]{12}$/.test(name) && name !== current)
    .sort((a, b) => age(b) - age(a));
  for (const name of others.slice(1)) {
    const lock = tryLock(join(project, name, lockName), "exclusive");
    if (!lock) continue;
    rmSync(join(project, name), { recursive: true, force: true });
    lock.release();
  }
}

async function runNext({
  signal,
  onOutput = () => {},
}: {
  signal?: AbortSignal;
  onOutput?: (text: string) => void;
}) {
  const child = spawn(
    process.execPath,
    [join(project, "node_modules", "next", "dist", "bin", "next"), "build"],
    {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
      // A page that queried the database during the build would keep those results permanently.
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_DIST_DIR: ".next",
        DATABASE_URL: "",
        DATABASE_SOCKET: "",
      },
    },
  );
  const abort = () => child.kill("SIGTERM");
  signal?.addEventListener("abort", abort);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  signal?.removeEventListener("abort", abort);
  if (signal?.aborted) throw new CannotStart("The build was interrupted.");
  if (code === 0) return;
  if (/ENOSPC|No space left on device/.test(output)) {
    throw new CannotStart(`The app was not built: the disk that holds ${project} is full.`);
  }
  onOutput(output.trim());
  throw new CannotStart("The app was not built: the reason is above.");
}
