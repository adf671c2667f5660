import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const project = join(import.meta.dirname, "..");

/** In the folder of a build. */
export const packagesFolder = "packages";

/**
 * Makes JavaScript and its declarations of the package for React Native. Apps compile declarations by rules of their own,
 * but never the code behind them: TypeScript sources would have to satisfy the options of every app.
 */
export async function compilePackages(to: string): Promise<void> {
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  const config = join(project, "sdk/react-native/tsconfig.build.json");
  await promisify(execFile)(process.execPath, [compiler, "-p", config, "--outDir", to]);
}
