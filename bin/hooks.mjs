// Lets plain Node run the project's TypeScript without a build: "@/lib/x" is the file lib/x.ts of this checkout. An
// extension may be omitted, as the bundler allows. Loaded with `node --import ./bin/hooks.mjs`.
import { existsSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const endings = ["", ".ts", ".tsx", "/index.ts"];

function fileFor(base) {
  for (const ending of endings) {
    const file = base + ending;
    if (existsSync(file) && statSync(file).isFile()) return pathToFileURL(file).href;
  }
  return null;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith("@/")) {
      const url = fileFor(join(root, specifier.slice(2)));
      if (url) return next(url, context);
    } else if (specifier.startsWith(".") && context.parentURL?.startsWith("file:")) {
      if (!context.parentURL.includes("/node_modules/")) {
        const url = fileFor(fileURLToPath(new URL(specifier, context.parentURL)));
        if (url) return next(url, context);
      }
    }
    return next(specifier, context);
  },
});
