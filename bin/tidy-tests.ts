import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { completeEnv } from "@/lib/base/env";

// The report of a failed property contains only its message, so the error has to be in it.
fc.configureGlobal({ includeErrorInReport: true });

/** The files of a worker run in one process, so each leaves settings, globals and the clock as it found them. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  completeEnv(before as Record<string, string>);
});
