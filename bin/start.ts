import { createServer } from "node:net";
import { join } from "node:path";
import { createProgress } from "@/bin/progress.mjs";
import { CannotStart } from "@/lib/base/cannot-start";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { completeEnv, env } from "@/lib/base/env";
import { claimBuild } from "@/server/build";
import { compilePackages, packagesFolder } from "@/server/compile-packages";
import { claimDataDir, openDatabase } from "@/server/database/database";
import { endingBecause, logLastFailure } from "@/server/processes/exit-log";
import { explainFailure, runProgram } from "@/server/run-program";

const usage = `Usage: npm start | npm run demo | npm run dev

Settings are environment variables or lines of the file .env; .env.example lists them.
`;

const progress = createProgress();
const print = (line: string) => progress.line(line);
const interrupted = new AbortController();

/** The steps that stop the running parts, the latest first. Each waits for the step before. */
const undo: (() => Promise<void> | void)[] = [];
let ending: Promise<void> | null = null;
/** Ctrl-C stops at once; after a supervisor's SIGTERM, balancers get time to notice. */
let drainMs = 0;

function end(code: number, why: string): Promise<void> {
  endingBecause(why);
  ending ??= (async () => {
    interrupted.abort();
    for (const step of undo.reverse()) {
      // A failed start was reported already, and a hanging step must not block the other steps.
      await withTimeout(45_000 + drainMs, Promise.resolve(step())).catch(() => {});
    }
    process.exit(code);
  })();
  return ending;
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function endOnSignals() {
  let first = 0;
  const onSignal = (name: string, code: number, forced: number) => () => {
    // One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher.
    if (first && performance.now() - first > 500) process.exit(forced);
    if (first) return;
    first = performance.now();
    print("Stopping; Ctrl-C again to stop at once.");
    void end(code, name);
  };
  process.on("SIGINT", onSignal("SIGINT", 0, 130));
  process.on("SIGTERM", () => {
    if (!first) drainMs = env.DRAIN_SECONDS * 1000;
    onSignal("SIGTERM", 143, 143)();
  });
  process.on("SIGHUP", onSignal("SIGHUP", 129, 129));
  process.on("disconnect", () => void end(143, "the launcher has ended"));
  process.channel?.unref();
}

function fail(reason: string) {
  if (ending) return;
  process.stderr.write(`${reason}\n`);
  void end(1, reason);
}

async function start({ dev, demo }: { dev: boolean; demo: boolean }) {
  completeEnv({ NODE_ENV: dev ? "development" : "production" });
  const claim = claimDataDir(env.APP_URL);
  undo.push(() => claim.release());
  await probePort(env.PORT, env.HOST);

  const building = dev ? null : progress.step("Building the app", build);
  const isOwn = Boolean(env.DATABASE_URL);
  const open = () => openDatabase({ log: print, onExit: (error) => fail(error.message) });
  const opening = isOwn ? open() : progress.step("Starting the database", open);
  undo.push(async () => (await building)?.release());
  undo.push(async () => (await opening).close());
  await Promise.allSettled([building, opening]);
  const distDir = (await building)?.distDir;
  await opening;
  if (distDir) completeEnv({ NEXT_DIST_DIR: distDir });
  else await compilePackages(join(env.NEXT_DIST_DIR, packagesFolder));
  if (interrupted.signal.aborted) return;

  const sharedLink = demo ? await progress.step("Loading the demo", loadDemo) : null;
  // All code is loaded before serving, because later there may be no file descriptor left to read a file with.
  const [{ startServer }, greeting] = await Promise.all([import("@/server/main"), loadGreeting(demo)]);
  const starting = startServer({ dev, mayWait: isOwn && !demo, log: print, onFailure: fail });
  undo.push(async () => (await withTimeout(5000, starting)).stop(drainMs));
  await (await starting).started;
  if (interrupted.signal.aborted) return;
  await greet(greeting, sharedLink);
}

/** The demo's data is loaded once; a second start finds it in the database. Returns a link that is not stored. */
async function loadDemo(note: (text: string) => void, bar: (share: number, text: string) => void) {
  const { isDemoLoaded, loadDemo: load } = await import("@/demo/seed");
  const { prepareDatabase } = await import("@/server/prepare");
  await prepareDatabase();
  if (await isDemoLoaded()) {
    note("already exists");
    return null;
  }
  return (await load(bar)).sharedLink;
}

async function loadGreeting(demo: boolean) {
  const [{ openSetUp }, { now }] = await Promise.all([import("@/lib/accounts/set-up"), import("@/db/clock")]);
  const account = demo ? (await import("@/demo/seed")).demo : null;
  return { openSetUp, now, account };
}

type Greeting = Awaited<ReturnType<typeof loadGreeting>>;

/** The first start ends with the link that creates the owner. The browser tests wait for it, too. */
async function greet({ openSetUp, now, account }: Greeting, sharedLink: string | null) {
  const link = await whileServing(() => openSetUp(env.APP_URL, now()));
  const seconds = (performance.now() / 1000).toFixed(1);
  const lines = [`Cairn is ready at ${env.APP_URL} after ${seconds} s.`];
  if (link) lines.push(`Create the owner's account: ${link}`);
  if (account) lines.push(`Sign in as ${account.email} with the password ${account.password}`);
  if (sharedLink) lines.push(`A shared report, without signing in: ${sharedLink}`);
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`);
}

/** The server already works, so a database that is lost now does not end it. */
async function whileServing<T>(work: () => Promise<T>): Promise<T | null> {
  while (!interrupted.signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return null;
}

async function build(note: (text: string) => void) {
  const made = await claimBuild({
    signal: interrupted.signal,
    onOutput: (text) => print(`\n${text}\n`),
    onWait: () => note("waited for another build"),
  });
  if (!made.made) note("is current");
  return made;
}

/** Throws the error that listening would throw, before the start does other work in vain. */
function probePort(port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, ...(host ? { host } : {}), exclusive: true }, () => server.close(() => resolve()));
  });
}

const args = process.argv.slice(2);
const unknown = args.find((argument) => !["--dev", "--demo", "--help"].includes(argument));

if (args.includes("--help")) {
  process.stdout.write(usage);
} else {
  logLastFailure({ process: "front", explain: explainFailure });
  await runProgram(async () => {
    if (unknown) throw new CannotStart(`There is no option ${unknown}.\n\n${usage}`);
    endOnSignals();
    try {
      await start({ dev: args.includes("--dev"), demo: args.includes("--demo") });
    } catch (error) {
      if (!ending) throw error;
    }
  });
  if (process.exitCode) await end(1, "it can't start");
}
