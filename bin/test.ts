import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findBrowser } from "@/bin/browser";
import { type ProcessResult, type Running, startProgram, stopAll, stopProgram } from "@/bin/children";
import { preferMemory } from "@/bin/memory-folder";
import { processorTime } from "@/bin/processor-time/processor-time";
import { createProgress } from "@/bin/progress.mjs";
import { overLimit, screenBytes } from "@/bin/screen-bytes";
import {
  type FileTime,
  oneTest,
  readPlaywright,
  readReport,
  readVitest,
  type TestOutcome,
  timeTable,
} from "@/bin/test-reports";
import { CannotStart } from "@/lib/base/cannot-start";
import { claimBuild } from "@/server/build";
import { scratchFolder } from "@/server/processes/scratch";
import { explainFailure } from "@/server/run-program";

const usage = `Usage: npm test [-- --only STEP]…        npm run check        npm run test:faults [-- FILE]…

Steps: types, lint, dead-code, unit, system, build, e2e. npm run check runs the first three and pure: the unit tests
that need no database. npm run test:faults runs faults, which takes a quarter of an hour and is not part of npm test;
with FILE, such as failover, only the files of that name.
`;

const steps = ["types", "lint", "dead-code", "unit", "system", "build", "e2e"] as const;
const ofCheck = ["types", "lint", "dead-code", "pure"] as const;
const named = [...steps, "pure", "faults"] as const;
type Step = (typeof named)[number];

const root = join(import.meta.dirname, "..");
const modules = join(root, "node_modules");
const program = (...path: string[]) => join(modules, ...path);
const withHooks = ["--import", "./bin/hooks.mjs"];
const progress = createProgress();
const interrupted = new AbortController();
let finishing = false;
const total = { passed: 0, failed: 0, skipped: 0 };
const stepTimes: { label: string; ms: number; processorMs: number }[] = [];
const fileTimes: FileTime[] = [];

preferMemory();
/** Holds all files of the run and its children; removed at the end. */
const scratch = scratchFolder().path;
const statements = join(scratch, "statements");
process.env.CAIRN_PROCESSOR_TIMES = join(scratch, "processor");
mkdirSync(process.env.CAIRN_PROCESSOR_TIMES);

/** Overrides every setting of the person who runs the tests, including settings that a child would read from .env. */
function neutralSettings(): Record<string, string> {
  const names = readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm);
  return {
    ...Object.fromEntries([...names].map(([, name]) => [name ?? "", ""])),
    DATABASE_SOCKET: "",
    TMPDIR: scratch,
    FORCE_COLOR: "0",
    TZ: "Asia/Kathmandu",
    CAIRN_RECORD_SQL: statements,
  };
}

type Note = (text: string, failed?: boolean) => void;
/** Waits for the end of a process, whose processor time is a part of the step. */
type UntilEnded = (running: Running) => Promise<ProcessResult>;

async function step<T>(label: string, work: (note: Note, untilEnded: UntilEnded) => Promise<T>): Promise<T> {
  const since = performance.now();
  let processorMs = 0;
  const untilEnded: UntilEnded = async (running) => {
    const result = await running.ended;
    processorMs += result.processorMs;
    return result;
  };
  try {
    return await progress.step(label, (note) => work(note, untilEnded));
  } finally {
    stepTimes.push({ label, ms: performance.now() - since, processorMs });
  }
}

function count(
  note: Note,
  { passed, failed, skipped, failures, files = [], skippedTests = [] }: TestOutcome,
) {
  if (finishing) throw new CannotStart("interrupted");
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  fileTimes.push(...files);
  for (const failure of failures) progress.line(`\n${failure}\n`);
  for (const name of skippedTests) progress.line(`skipped: ${name}`);
  note(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`, failed > 0);
}

/** Counts a check as one test, which passes when its program exits with 0. */
async function check(label: string, ...commands: string[][]) {
  await step(label, async (note, untilEnded) => {
    const failures: string[] = [];
    for (const command of commands) {
      const { code, output } = await untilEnded(startProgram(command));
      if (code !== 0) failures.push(output.trim());
      if (code !== 0) break;
    }
    count(note, oneTest(failures));
  });
}

async function vitest(label: string, ...which: string[]) {
  await step(label, async (note, untilEnded) => {
    const report = join(scratch, `${label}.json`);
    const reporters = ["--reporter=json", "--reporter=./bin/watch-tests.ts", `--outputFile=${report}`];
    const times = join(scratch, `${label}, times.json`);
    const env = { ...neutralSettings(), CAIRN_TEST_TIMES: times };
    const run = startProgram([program("vitest", "vitest.mjs"), "run", ...reporters, ...which], { env });
    const outcome = readReport(report, readVitest, await untilEnded(run));
    const files = existsSync(times) ? (JSON.parse(readFileSync(times, "utf8")) as FileTime[]) : [];
    count(note, { ...outcome, files });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts the server as an operator would, on its own port and data folder. */
async function startServer() {
  const [port, receiver] = [await freePort(), `127.0.0.1:${await freePort()}`];
  const url = `http://localhost:${port}`;
  const [dataDir, logFile] = [join(scratch, "data"), join(scratch, "server.log")];
  mkdirSync(dataDir);
  const env = {
    ...neutralSettings(),
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    PROJECT_LIMIT_CEILING: "off",
    // The browser tests prove no time limit, and the machine may be busy.
    DATABASE_TIMEOUT: "240",
    // Tests make no calls to outside services, only to a receiver of their own.
    OUTBOUND_ALLOW: receiver,
    EXPORT_FOLDER: join(scratch, "exports"),
    APPLE_LOOKUP_URL: "http://127.0.0.1:9",
    GOOGLE_PLAY_URL: "http://127.0.0.1:9",
  };
  const server = startProgram([...withHooks, "bin/start.ts"], { env, logFile });
  let result: ProcessResult | null = null;
  void server.ended.then((ended) => {
    result = ended;
  });
  const until = performance.now() + 120_000;
  for (;;) {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok)
      return {
        server,
        env: { E2E_BASE_URL: url, E2E_DATA_DIR: dataDir, E2E_SERVER_LOG: logFile, E2E_RECEIVER: receiver },
      };
    if (result || performance.now() > until) {
      throw new CannotStart(`The server for the browser tests does not start:\n${server.output().trim()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function endToEnd() {
  const browser = await step("Looking for a browser", async (note) => findBrowser(note));
  const { server, env: ofServer } = await step("Starting a server", startServer);
  await step("End-to-end tests", async (note, untilEnded) => {
    const report = join(scratch, "playwright.json");
    const env = {
      ...neutralSettings(),
      ...ofServer,
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    };
    const result = await untilEnded(
      startProgram([program("@playwright", "test", "cli.js"), "test", "--reporter=json"], { env }),
    );
    await stopProgram(server.child);
    await untilEnded(server);
    count(note, readReport(report, readPlaywright, result));
  });
}

/** Whether it has been built. */
async function build(): Promise<boolean> {
  try {
    await step("Building the app", async (_note, untilEnded) => {
      const { code, output } = await untilEnded(startProgram([...withHooks, "bin/build.ts"]));
      if (code !== 0) throw new CannotStart(output.trim());
    });
    return true;
  } catch (error) {
    countFailure(error);
    return false;
  }
}

function countFailure(error: unknown) {
  const line = explainFailure(error);
  if (finishing || line === null) throw error;
  total.failed++;
  progress.line(`\n${line}\n`);
}

async function onTheBuild(browserTests: boolean) {
  let release = () => {};
  try {
    const built = await claimBuild({ signal: interrupted.signal });
    release = built.release;
    total.passed++;
    const large = overLimit(screenBytes(built.distDir));
    await step("Scripts per screen", async (note) => count(note, oneTest(large)));
    if (browserTests) await endToEnd();
  } catch (error) {
    countFailure(error);
  } finally {
    release();
  }
}

async function types(selected: Set<Step>) {
  if (!selected.has("types")) return;
  const next = program("next", "dist", "bin", "next");
  // Checkers do not share the types that they instantiate: four need 2.6 GB and twice the processor time of one.
  const checkers = Math.min(4, Math.ceil(availableParallelism() / 2));
  const compile = [program("typescript", "bin", "tsc"), "--noEmit", "--checkers", String(checkers)];
  await check("Types", [next, "typegen"], compile);
}

async function checks(selected: Set<Step>) {
  if (selected.has("lint")) await check("Lint", [program("@biomejs", "biome", "bin", "biome"), "check"]);
  if (selected.has("dead-code")) await check("Dead code", [program("knip", "bin", "knip.js")]);
}

async function unitTests() {
  // Fewer workers than Vitest's setting, because the other parts need the processors too.
  const workers = `--maxWorkers=${availableParallelism()}`;
  await vitest("Unit and contract tests", "--project", "pure", "--project", "database", workers);
}

async function run({ selected, files }: Selection) {
  // Before the build, which replaces the types that this step makes from the pages. The other checks use the processors
  // that a few checkers of types leave free.
  await Promise.all([types(selected), checks(selected)]);
  // Before everything else, because the browser tests take longest and need it.
  const isBuilt = selected.has("build") || selected.has("e2e") ? await build() : false;
  // Side by side, because each of the three waits for much of its time: for a browser, the database or timers.
  await Promise.all([
    isBuilt ? onTheBuild(selected.has("e2e")) : null,
    selected.has("system") ? vitest("System tests", "--project", "system") : null,
    selected.has("pure") ? vitest("Pure unit tests", "--project", "pure") : null,
    selected.has("unit") ? unitTests() : null,
    selected.has("faults") ? vitest("Faults", "--config", "vitest.faults.config.ts", ...files) : null,
  ]);
  if (existsSync(statements))
    await check("Statements name their project", [...withHooks, "bin/check-statements.ts", statements]);
}

type Selection = { selected: Set<Step>; files: string[] };

function selectionOf(args: string[]): Selection {
  const selected = new Set<Step>();
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const only = args[i] === "--only" ? named.find((name) => name === args[i + 1]) : undefined;
    if (only) selected.add(only);
    if (only) i++;
    else if (args[i] === "--check") for (const name of ofCheck) selected.add(name);
    else if (selected.has("faults") && /^\w/.test(args[i] ?? "")) files.push(args[i] ?? "");
    else throw new CannotStart(usage);
  }
  return { selected: selected.size > 0 ? selected : new Set(steps), files };
}

async function finish(code: number) {
  if (finishing) return;
  finishing = true;
  interrupted.abort();
  await stopAll();
  // A database whose parent has ended may still be writing its last pages.
  for (let attempt = 0; existsSync(scratch) && attempt < 50; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    rmSync(scratch, { recursive: true, force: true });
  }
  process.exit(code);
}
process.on("SIGINT", () => void finish(130));
process.on("SIGTERM", () => void finish(143));
process.on("SIGHUP", () => void finish(129));
process.on("disconnect", () => void finish(143));
process.channel?.unref();

try {
  await run(selectionOf(process.argv.slice(2)));
} catch (error) {
  if (!finishing) {
    total.failed++;
    process.stderr.write(`\n${explainFailure(error) ?? (error as Error).stack}\n`);
  }
}
if (!finishing) {
  const skipped = total.skipped ? `, ${total.skipped} skipped` : "";
  const whole = { label: "The whole run", ms: performance.now(), processorMs: processorTime() };
  progress.line(`\n${timeTable([...stepTimes, whole], fileTimes)}`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  await finish(total.failed > 0 ? 1 : 0);
}
