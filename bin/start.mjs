import { bootstrap } from "./bootstrap.mjs";

const args = process.argv.slice(2);
// Invented data must not mix with real data, so this runs before the settings of .env are read.
if (args.includes("--demo")) {
  process.env.DATA_DIR ??= ".data-demo";
  process.env.EXPORT_FOLDER ??= `${process.env.DATA_DIR}/files`;
}

await bootstrap("bin/start.ts", args);
