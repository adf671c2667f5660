import { bootstrap } from "./bootstrap.mjs";

// .env is ignored, because a test must never use a real database or real keys.
await bootstrap("bin/test.ts", process.argv.slice(2), { dotenv: false });
