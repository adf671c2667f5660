import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { type AProject, aProject, decideEverything, withoutLimits } from "@/testing/factories";
import { historyCount } from "@/testing/rounds";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));
const paths = modules.map(({ GET }) => GET.endpoint.path);

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "__proto__",
    "a",
    "u",
    "1e999",
    "null",
    "IOS",
    "x".repeat(9_000),
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e308, -1e308, 2 ** 53, 0.1, 1e-7)),
  fc.constantFrom(true, false, null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
);
const device = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      "gaid",
      "idfa",
      "idfv",
      "install_ref",
      "install_ref_url",
      "meta_install_ref",
      "device_id",
      "brand",
    ),
    fc.constantFrom(
      "installBeginTimestampServerSeconds",
      "install_ref_referrerClickTimestampSeconds",
      "user_agent",
    ),
    text,
  ),
  value,
  { maxKeys: 6 },
);
const user = fc.record(
  { id: fc.oneof(fc.constantFrom("u", "v"), value), name: value, email: value, phone: value, extra: value },
  { requiredKeys: [] },
);

/** Any of the known fields, mostly with invalid values. */
const anyBody = fc.record(
  {
    install_instance_id: fc.oneof(fc.constantFrom("a", "b"), value),
    platform: fc.oneof(fc.constantFrom("IOS", "ANDROID", "EXPO"), value),
    device_data: fc.oneof(device, value),
    app_version: value,
    package_version: value,
    link: value,
    debug: value,
    user_data: fc.oneof(user, value),
    data: fc.oneof(fc.record({ device_data: device }), value),
    customer_created_at: value,
    is_first_time_customer: value,
    time_since_app_install: value,
    event_name: value,
    event_data: value,
    event_id: value,
    user_id: fc.oneof(fc.constantFrom("u", "v"), value),
    amount: fc.oneof(fc.double({ min: 0, max: 1e6 }), value),
    payment_id: fc.oneof(fc.constantFrom("p", "q"), value),
    type: value,
    status: value,
    push_token: value,
    integration_info: value,
    deeplink_url: fc.oneof(fc.webUrl(), value),
    meta_install_referrer: value,
    timestamp: value,
  },
  { requiredKeys: [] },
);

asServedOrBoth(modules, (call) => {
  let app: AProject;
  beforeAll(async () => {
    app = await aProject();
    await withoutLimits(app);
    const rules = [{ window: 1, when: { kind: "install" }, fine: 1, coarse: "low", lock: false }] as const;
    await changeConversions(app.project, { version: 0, rules: [...rules] }, commandLine, new Date());
  });

  describe("arbitrary input", () => {
    test.each(paths)(
      "%s returns the envelope, and never a 5xx",
      async (path) => {
        await fc.assert(
          fc.asyncProperty(anyBody, async (body) => {
            const got = await call(`POST ${path}`, { body: { token: app.token, ...body } });
            expect(got.status, got.text).toBeLessThan(500);
            if (got.status === 202) return;
            expect(got.body).toMatchObject({ msg: expect.any(String), status: got.status });
            // The response must not reveal internals.
            expect(got.text).not.toMatch(/select |insert |\bat \/|node_modules|postgres/i);
          }),
          { numRuns: historyCount(60) },
        );
      },
      300_000,
    );

    test("the ledger still equals the facts", async () => {
      await decideEverything(app);
      expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
    });
  });
});
