import { bootstrap } from "./bootstrap.mjs";

// Without .env: a test that used somebody's own database or keys would be an accident.
await bootstrap("bin/test.ts", process.argv.slice(2), { dotenv: false });
