import { expect, test } from "vitest";
import { limiterFallbacks } from "@/lib/platform/limits/limiter";
import { metricsText } from "@/lib/platform/metrics";

test("decisions without Redis are a counter, unaffected by scraping", async () => {
  for (let scrapes = 0; scrapes < 2; scrapes++) {
    const lines = (await metricsText()).split("\n");
    expect(lines).toContain("# TYPE cairn_limiter_fallbacks_total counter");
    expect(lines).toContain(`cairn_limiter_fallbacks_total ${limiterFallbacks()}`);
  }
});
