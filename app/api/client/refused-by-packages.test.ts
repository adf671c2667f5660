import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { bodyOf, type CallVector } from "@/sdk/testing/call-vector";
import vectors from "@/sdk/vectors/calls.json" with { type: "json" };
import { aProject, withoutLimits } from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));

/** The server stores these differently from what the app means: without the amount, or without an ID. */
const acceptedLess = new Set([
  "an event with an invalid amount",
  "an event with a too large amount",
  "a payment without an ID",
  "an empty ID of another service",
  "an ID without a service",
]);
const calls = (vectors.calls as (CallVector & { name: string })[]).filter(
  // There is no earlier payment to remove.
  ({ name }) => !acceptedLess.has(name) && name !== "a removal of a payment",
);

asServedOrBoth(modules, (call) => {
  test("the server rejects the calls that packages do not send, and accepts those that they send", async () => {
    const app = await aProject();
    await withoutLimits(app);
    for (const vector of calls) {
      const body = { token: app.token, install_instance_id: "i", ...bodyOf(vector) };
      const { status, text } = await call(`POST /api/client/${vector.path}`, { body });
      const isTooLarge = vector.problem?.startsWith("A call must not be larger") === true;
      // The packages' limit is below the server's, to leave room for the fields of every call.
      if (!isTooLarge) expect(status < 300, `${vector.name}: ${text}`).toBe(vector.problem === null);
    }
  });
});
