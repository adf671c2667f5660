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

/** Compiles and runs the Kotlin of the packages, where there are a JVM and a compiler. Neither is a dependency here. */
export type Kotlin = { home: string };

const run = promisify(execFile);

/** By `KOTLIN_HOME`, the npm package `kotlin-compiler`, or the `kotlinc` of the path. */
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

/** Said by each test file that needs it: what was not proven is not to look as if it was. */
export function findKotlinOrSaySo(what: string): Kotlin | null {
  const found = findKotlin();
  if (!found)
    console.warn(
      `SKIPPED: ${what}: no JVM, or no Kotlin compiler (KOTLIN_HOME, or npm install --no-save kotlin-compiler).`,
    );
  return found;
}

// A short life needs no second compiler, and other tests want the cores.
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
    // Another test file was quicker.
    if (!existsSync(classes)) throw error;
    rmSync(made, { recursive: true });
  }
  return classes;
}

/** What the program printed, and whether it was content. */
export async function runKotlin({ home }: Kotlin, classes: string, main: string, given: readonly string[]) {
  const path = `${classes}:${join(home, "lib/kotlin-stdlib.jar")}`;
  const found = await run("java", [...quick, "-cp", path, main, ...given]).then(
    ({ stdout, stderr }) => ({ isContent: true, text: stdout + stderr }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      isContent: false,
      text: `${error.stdout ?? ""}${error.stderr ?? ""}` || error.message,
    }),
  );
  return { isContent: found.isContent, lines: found.text.split("\n") };
}
