import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const project = join(import.meta.dirname, "..");

/** A path in the folder of a build. */
export const packagesFolder = "packages";

/**
 * Makes JavaScript and declarations of the package for React Native. Apps check declarations with compiler options of
 * their own, but not the code behind them. TypeScript sources would have to satisfy the options of every app.
 */
export async function compilePackages(to: string): Promise<void> {
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  const config = join(project, "sdk/react-native/tsconfig.build.json");
  await promisify(execFile)(process.execPath, [compiler, "-p", config, "--outDir", to]);
}
