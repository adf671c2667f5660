import { expect, test } from "vitest";
import { networkOfCode } from "@/lib/campaigns/networks";
import { destinationKindOf, destinationKinds } from "@/lib/outbound/kinds/kinds";
import { outboundRules } from "@/lib/outbound/mapping/rule";

test("each kind is found by its code", () => {
  expect(new Set(destinationKinds.map(({ code }) => code)).size).toBe(destinationKinds.length);
  for (const kind of destinationKinds) expect(destinationKindOf(kind.code)).toBe(kind);
  expect(destinationKindOf("nobody")).toBeNull();
});

test.each(destinationKinds.map((kind) => [kind.code, kind] as const))(
  "%s satisfies the rules of the table",
  (_, kind) => {
    // If a network has its own conversions, campaigns know its code.
    if (kind.network !== null) expect(networkOfCode(kind.network)).not.toBeNull();
    // The suggested mapping is valid, and names each fact once.
    expect(outboundRules.parse(kind.suggested)).toEqual(kind.suggested);
    for (const { on, sends } of kind.suggested) {
      expect(kind.accepts).toContain(on);
      if (kind.sends) expect(sends).toMatch(kind.sends.form);
    }
    expect(new Set(kind.suggested.map(({ on, name }) => `${on} ${name}`)).size).toBe(kind.suggested.length);
    expect(new Set(kind.fields.map(({ name }) => name)).size).toBe(kind.fields.length);
    expect(kind.base.endsWith("/")).toBe(false);
    expect(kind.maxRows).toBeGreaterThan(0);
  },
);

test.each(destinationKinds.map((kind) => [kind.code, kind] as const))(
  "%s: a problem belongs to a field of its form",
  (_, kind) => {
    const names = (isSecret: boolean) =>
      kind.fields.filter(({ secret = false }) => secret === isSecret).map(({ name }) => name);
    const wrong = (schema: typeof kind.settings) => {
      const { error } = schema.safeParse({});
      return new Set(error?.issues.map(({ path }) => String(path[0])) ?? []);
    };
    for (const name of wrong(kind.settings)) expect(names(false)).toContain(name);
    // The server creates a webhook's signing secret, so the form has no field for it.
    const query = [...names(true), ...(kind.code === "webhook" ? ["secret"] : [])];
    for (const name of wrong(kind.secrets)) expect(query).toContain(name);
  },
);

test("a token with characters that are invalid in a header is rejected at its field", () => {
  const issue = destinationKindOf("meta")?.secrets.safeParse({ access_token: "EAAB\nX: y" }).error?.issues[0]
    ?.message;
  expect(issue).toBe("Access token must not have spaces or line breaks. Copy it again.");
});

/** The required fields; all others are blank, as in forms. */
const needed: Record<string, Record<string, string>> = {
  meta: { dataset_id: "111" },
  google: { customer_id: "123-456-7890", conversion_action: "11", client_id: "c" },
  google_app: { link_id: "31FF8D67E5BB5DD5029DCC2734C2F884" },
  tiktok: { app_id: "700" },
  snap: { snap_app_id: "5e3f" },
  reddit: { pixel_id: "t2_abc" },
  linkedin: { conversion_rule: "11" },
  pinterest: { ad_account_id: "549" },
  microsoft: { tag_id: "97" },
  x: { pixel_id: "o8z6j", event_id: "o87ne" },
  quora: { account_id: "999", currency: "USD" },
  amazon_ads: { account_id: "5512", client_id: "amzn1.app" },
  yandex: { counter_id: "24" },
  google_analytics: { stream: "G-ABC1234567" },
  mixpanel: { project_id: "123", username: "cairn" },
  posthog: { url: "https://eu.i.posthog.com/" },
  rudderstack: { url: "https://plane.example.com" },
  braze: { url: "https://rest.iad-01.braze.com" },
  clevertap: { account_id: "W8-XYZ" },
  affiliate: { affiliate: "Peak Media", install_url: "https://partner.example/?c={click_id}" },
  http: { url: "https://x.example/" },
};

test.each(Object.entries(needed))(
  "%s: optional settings may be blank, and parsed settings are unchanged by parsing them again",
  (code, entered) => {
    const kind = destinationKindOf(code)!;
    const fields = kind.fields.filter(
      ({ secret, options }) => !secret && (options === undefined || options === "text"),
    );
    const blank = Object.fromEntries(fields.map(({ name }) => [name, ""]));
    const read = kind.settings.parse({ ...blank, ...entered });
    expect(kind.settings.parse(read)).toEqual(read);
    // As read back from the database.
    expect(kind.settings.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
    for (const { name, optional } of fields)
      if (!optional) expect(kind.settings.safeParse({ ...entered, [name]: "" }).success).toBe(false);
  },
);
