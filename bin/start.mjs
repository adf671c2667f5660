import { bootstrap } from "./bootstrap.mjs";

const args = process.argv.slice(2);
// Invented data must not be mixed with real data, so this precedes the settings of .env.
if (args.includes("--demo")) process.env.DATA_DIR ??= ".data-demo";

await bootstrap("bin/start.ts", args);
