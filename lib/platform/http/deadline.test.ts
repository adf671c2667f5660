import { expect, test } from "vitest";
import { completeEnv } from "@/lib/base/env";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { asServed } from "@/lib/platform/http/testing";

const kind = { ...clientRoute, deadlineMs: 20, bodyFirst: false, admit: async () => ({ caller: null }) };
const slow = endpoint("/api/client/slow", {
  GET: defineRoute(kind, {
    summary: "A slow call",
    tag: "Test",
    answers: { 200: { msg: "Fine." } },
    handle: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return ok("Fine.", null);
    },
  }),
});

asServed([slow] as never, (call) => {
  test("503 after the deadline of a call, which is longer if a statement may take longer than by default", async () => {
    completeEnv({ DATABASE_TIMEOUT: "15" });
    expect((await call("GET /api/client/slow")).status).toBe(503);
    completeEnv({ DATABASE_TIMEOUT: "240" });
    expect((await call("GET /api/client/slow")).status).toBe(200);
  });
});
