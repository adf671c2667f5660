import { bootstrap } from "./bootstrap.mjs";

const args = process.argv.slice(2);
// Invented data must not land among real data, so this comes before what .env says.
if (args.includes("--demo")) process.env.DATA_DIR ??= ".data-demo";

await bootstrap("bin/start.ts", args);
