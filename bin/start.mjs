import { bootstrap } from "./bootstrap.mjs";

await bootstrap("bin/start.ts", process.argv.slice(2));
