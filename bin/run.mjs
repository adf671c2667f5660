// node bin/run.mjs <file.ts or the name of a program in node_modules/.bin> [arguments]
import { bootstrap } from "./bootstrap.mjs";

const [program = "", ...args] = process.argv.slice(2);
await bootstrap(program, args);
