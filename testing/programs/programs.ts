import { basename, join } from "node:path";

/**
 * Tests of servers and commands start hundreds of processes. Loading a thousand source files takes a process twice the
 * processor time of loading the same code from a few files, so `bundle.ts` writes these once for a run.
 */
export const programs = ["testing/programs/server.ts", "bin/admin.ts"] as const;

export const projectRoot = join(import.meta.dirname, "../..");

/** The setting that passes the folder of a run to its processes. */
export const programsSetting = "CAIRN_TEST_PROGRAMS";

export function bundledProgramFile(folder: string, program: string): string {
  const name = basename(program, ".ts");
  return join(folder, name, `${name}.mjs`);
}

/** The arguments with which Node runs one of the programs: from the files of this run, or else from its source. */
export function argumentsOf(program: (typeof programs)[number]): string[] {
  const folder = process.env[programsSetting];
  // A test may run another checkout, which inherits the setting.
  if (!folder?.startsWith(join(projectRoot, "/"))) return ["--import", "./bin/hooks.mjs", program];
  return [bundledProgramFile(folder, program)];
}
