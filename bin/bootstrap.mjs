// Must work on a machine that has only Node 20.9 and this checkout, so it is plain JavaScript without dependencies: it
// installs the packages, then runs the program on the Node version that the project pins.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProgress } from "./progress.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const lockfile = join(root, "package-lock.json");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".cairn-installed");
const installing = join(root, ".installing");
const users = join(modules, ".cairn-users");

const atLeast = (version, major, minor) => {
  const [a = 0, b = 0] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
};

function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const exitCodeOf = (code, signal) => code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal] ?? 9);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function wantedStamp() {
  const hash = createHash("sha256").update(readFileSync(lockfile)).digest("hex");
  return `${hash} ${process.platform}-${process.arch}`;
}

function stampOnDisk() {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return "";
  }
}

function leaveStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // The checkout belongs to another user; the next start checks it again.
  }
}

const fits = (allowed, mine) => !allowed || allowed.includes(mine);

/** True when `npm ci` or `npm install` was run by hand and the result matches the lockfile. */
function installedByHand() {
  try {
    const { "": project, ...wanted } = JSON.parse(readFileSync(lockfile, "utf8")).packages;
    const present = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")).packages;
    const mayBeAbsent = (path, entry) =>
      entry.optional &&
      !(
        path.replace("node_modules/", "") in project.optionalDependencies &&
        fits(entry.os, process.platform) &&
        fits(entry.cpu, process.arch)
      );
    return Object.entries(wanted).every(([path, entry]) =>
      present[path] ? present[path].version === entry.version : mayBeAbsent(path, entry),
    );
  } catch {
    return false;
  }
}

function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) return [process.execPath, [npm, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

async function npmInstall() {
  const [command, args] = npmCommand(["ci", "--include=dev", "--include=optional", "--loglevel=warn"]);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "development" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-20_000);
    });
  }
  const stop = (signal) => child.kill(signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const [code, signal] = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve([1, null]);
    });
    child.on("close", (...ended) => resolve(ended));
  });
  process.off("SIGINT", stop).off("SIGTERM", stop);
  if (signal) process.exit(exitCodeOf(null, signal));
  // npm exits with 0 even when files of a package could not be written.
  if (code === 0 && !/ENOSPC|TAR_ENTRY_ERROR/.test(output)) return;
  throw new Error(output.trim().split("\n").slice(-20).join("\n"));
}

/** Two first starts at once would install over each other, so one installs and the other waits. */
async function aloneInstalling(work) {
  for (;;) {
    try {
      const file = openSync(installing, "wx");
      writeFileSync(file, String(process.pid));
      closeSync(file);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") giveUp(`The packages can't be installed in ${root}: ${error.code}.`);
      await wait(300);
      const owner = existsSync(installing) ? Number(readFileSync(installing, "utf8")) : 0;
      if (owner && !isAlive(owner)) rmSync(installing, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(installing, { force: true });
  }
}

/** Registers this process as a user of the packages until it ends. */
function registerUse() {
  const file = join(users, String(process.pid));
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(file, "");
    process.on("exit", () => rmSync(file, { force: true }));
  } catch {
    // Packages cannot be installed into a read-only checkout.
  }
}

function otherUser() {
  if (!existsSync(users)) return null;
  return readdirSync(users).find((pid) => Number(pid) !== process.pid && isAlive(Number(pid))) ?? null;
}

async function ensureInstalled(progress) {
  // An image contains exactly the packages it needs; they must not be replaced under a running server.
  if (process.env.CAIRN_PACKAGES === "given") return;
  const wanted = wantedStamp();
  if (stampOnDisk() === wanted) return;
  if (installedByHand()) return leaveStamp(wanted);
  try {
    await progress.step("Installing packages", () =>
      aloneInstalling(async () => {
        if (stampOnDisk() === wanted) return;
        const other = otherUser();
        if (other) {
          rmSync(installing, { force: true });
          giveUp(`The packages must be updated, but process ${other} is using them: stop it first.`);
        }
        await npmInstall();
        leaveStamp(wanted);
      }),
    );
  } catch (error) {
    const full = error.code === "ENOSPC" || error.message.includes("ENOSPC");
    if (full) giveUp(`The packages were not installed: the disk that holds ${root} is full.`);
    process.stderr.write(`\n${error.message}\n\n`);
    giveUp("The packages were not installed: npm ci failed. Its last output is above.");
  }
}

/** The pinned Node if npm has it for this machine and it runs here. Otherwise the present Node if it is new enough. */
function pickNode() {
  const pinned = join(modules, ".bin", "node");
  if (existsSync(pinned)) {
    const file = realpathSync(pinned);
    if (file === realpathSync(process.execPath)) return file;
    if (spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0) return file;
  }
  if (atLeast(process.versions.node, 22, 18)) return process.execPath;
  return giveUp(
    `Cairn includes its own Node for Linux; on this machine (${process.platform} ${process.arch}) it needs ` +
      `Node 22.18 or later, and this is Node ${process.versions.node}.`,
  );
}

/** A TypeScript file of the project, or the name of a program that a package installs. */
function programFile(name) {
  if (/\.(ts|mjs)$/.test(name)) return join(root, name);
  const bin = join(modules, ".bin", name);
  if (!existsSync(bin)) giveUp(`There is no program "${name}" in node_modules/.bin.`);
  return realpathSync(bin);
}

/**
 * Installs what is missing, then runs the program and ends as it ends.
 * @param {string} program
 * @param {string[]} args
 * @param {{ dotenv?: boolean }} options
 */
export async function bootstrap(program, args, { dotenv = true } = {}) {
  if (!atLeast(process.versions.node, 20, 9)) {
    giveUp(`Cairn needs Node 20.9 or later; this is Node ${process.versions.node}.`);
  }
  process.chdir(root);
  await ensureInstalled(createProgress());
  registerUse();
  const flags = ["--import", "./bin/hooks.mjs"];
  if (dotenv && existsSync(".env")) flags.push("--env-file=.env");
  const node = pickNode();
  // The channel closes when this process exits for any reason, so that the program notices.
  const child = spawn(node, [...flags, programFile(program), ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      // Halves the time of a short command; a folder that cannot be written is ignored.
      NODE_COMPILE_CACHE: join(modules, ".cache", "node"),
      ...process.env,
      PATH: `${dirname(node)}:${join(modules, ".bin")}:${process.env.PATH ?? ""}`,
    },
  });
  child.channel?.unref();
  const passedOn = new Set();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      passedOn.add(signal);
      child.kill(signal);
    });
  }
  child.on("error", (error) => giveUp(`${node} can't be run: ${error.message}`));
  child.on("exit", (code, signal) => {
    // The program could not report this itself.
    if (signal && !passedOn.has(signal)) process.stderr.write(`${program} was ended by ${signal}.\n`);
    process.exit(exitCodeOf(code, signal));
  });
}
