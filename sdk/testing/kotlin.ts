import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** Compiles and runs the Kotlin of the packages if a JVM and a compiler are installed. Neither is a dependency. */
export type Kotlin = { home: string };

const run = promisify(execFile);

/** From `KOTLIN_HOME`, the npm package `kotlin-compiler`, or `kotlinc` on the path. */
function findKotlin(): Kotlin | null {
  if (spawnSync("java", ["-version"]).status !== 0) return null;
  const onPath = spawnSync("sh", ["-c", "command -v kotlinc"], { encoding: "utf8" }).stdout.trim();
  const homes = [
    process.env.KOTLIN_HOME,
    join(process.cwd(), "node_modules/kotlin-compiler"),
    onPath && dirname(dirname(realpathSync(onPath))),
  ];
  const home = homes.find((each) => each && existsSync(join(each, "lib/kotlin-compiler.jar")));
  return home ? { home } : null;
}

/** Null with a warning if there is none, so that skipped tests do not look like passed ones. */
export function findKotlinOrWarn(what: string): Kotlin | null {
  const found = findKotlin();
  if (!found)
    console.warn(
      `SKIPPED: ${what}: no JVM, or no Kotlin compiler (KOTLIN_HOME, or npm install --no-save kotlin-compiler).`,
    );
  return found;
}

// The program runs shortly, so the second compiler would only take cores from other tests.
const quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** The folder of classes. The same sources are compiled once for all callers. */
export async function compileKotlin({ home }: Kotlin, folders: readonly string[]): Promise<string> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.kt`).sort());
  const hash = createHash("sha256").update(readFileSync(join(home, "build.txt")));
  for (const file of files) hash.update(readFileSync(file));
  const cache = join(process.cwd(), "node_modules/.cache/cairn-kotlin");
  mkdirSync(cache, { recursive: true });
  const classes = join(cache, hash.digest("hex").slice(0, 24));
  if (existsSync(classes)) return classes;
  const made = mkdtempSync(join(cache, "made-"));
  const jars = globSync(join(home, "lib/{kotlin-*,kotlinx-coroutines-*,annotations-*}.jar")).join(":");
  const compiler = [...quick, "-Xmx1200m", "-cp", jars, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"];
  const options = ["-kotlin-home", home, "-no-reflect", "-Werror", "-module-name", "cairn", "-d", made];
  await run("java", [...compiler, ...options, ...files], { maxBuffer: 10_000_000 }).catch(
    (error: { stderr?: string; message: string }) => {
      rmSync(made, { recursive: true });
      throw new Error(error.stderr || error.message);
    },
  );
  try {
    renameSync(made, classes);
  } catch (error) {
    // Another test file has compiled the same sources in the meantime.
    if (!existsSync(classes)) throw error;
    rmSync(made, { recursive: true });
  }
  return classes;
}

/** The output of the program, and whether it succeeded. */
export async function runKotlin({ home }: Kotlin, classes: string, main: string, options: readonly string[]) {
  const path = `${classes}:${join(home, "lib/kotlin-stdlib.jar")}`;
  const found = await run("java", [...quick, "-cp", path, main, ...options]).then(
    ({ stdout, stderr }) => ({ hasSucceeded: true, text: stdout + stderr }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      hasSucceeded: false,
      text: `${error.stdout ?? ""}${error.stderr ?? ""}` || error.message,
    }),
  );
  return { hasSucceeded: found.hasSucceeded, lines: found.text.split("\n") };
}
