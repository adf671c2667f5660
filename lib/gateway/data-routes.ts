/** The kinds of route for server keys that read raw rows, or belong to an assistant. */
import type { ServerCaller } from "@/lib/accounts/access/callers";
import { serverKeyRoute, spendTokens } from "@/lib/gateway/routes";
import { refuseOtherOrigins } from "@/lib/gateway/same-origin";
import type { RouteKind } from "@/lib/platform/http/route";
import { limitedBuckets } from "@/lib/platform/limits/limiter";

/** For rows of a dataset, which take longer than a page of a list. */
export const rawRoute: RouteKind<ServerCaller> = {
  ...serverKeyRoute({
    name: "raw",
    group: "data",
    missing: "Unauthorized access.",
    invalid: "Unauthorized access.",
    scope: "raw",
  }),
  deadlineMs: 30_000,
};

const perMinute = { count: 60, windowMs: 60_000 };

/** For assistants: a server key as a bearer token, and no calls from other sites' pages. */
const assistantRoute = serverKeyRoute({
  name: "mcp",
  group: "data",
  missing: "Send a server key as a bearer token.",
  invalid: "The server key is not valid.",
  scope: "mcp",
});
export const mcpRoute: RouteKind<ServerCaller> = {
  ...assistantRoute,
  deadlineMs: 30_000,
  async admit(call, body, bytes) {
    refuseOtherOrigins(call);
    const admission = await assistantRoute.admit(call, body, bytes);
    await spendTokens(limitedBuckets([`mcp:${admission.caller.keyId}`, perMinute]), call, 60);
    return admission;
  },
};
