import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { bundledProgramFile, programs, programsSetting, projectRoot } from "@/testing/programs/programs";

const cache = join(projectRoot, "node_modules", ".cache", "cairn-programs");
const day = 24 * 60 * 60 * 1000;

async function bundle(program: string, folder: string): Promise<void> {
  const build = await rolldown({
    input: join(projectRoot, program),
    cwd: projectRoot,
    platform: "node",
    resolve: { alias: { "@": projectRoot } },
    // The names of files begin with these; all other names are of packages, which stay where they are.
    external: (name) => !/^(@?\/|\.)/.test(name),
    plugins: [
      {
        name: "the folder of a module stays that of its source file",
        transform: {
          filter: { code: "import.meta.dirname" },
          handler: (code, id) => code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id))),
        },
      },
    ],
  });
  const file = bundledProgramFile(folder, program);
  await build.write({
    dir: dirname(file),
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await build.close();
}

/** The folders of runs that were killed. */
function dropUnused() {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - madeAt > day) rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the files for this run and its processes, and returns a function that removes them. */
export async function bundlePrograms(): Promise<() => void> {
  mkdirSync(cache, { recursive: true });
  dropUnused();
  const folder = mkdtempSync(join(cache, "run-"));
  for (const program of programs) await bundle(program, folder);
  process.env[programsSetting] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
