import { afterAll, vi } from "vitest";
import { completeEnv } from "@/lib/base/env";

/** The files of a worker run in one process, so each leaves settings, globals and the clock as it found them. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  completeEnv(before as Record<string, string>);
});
