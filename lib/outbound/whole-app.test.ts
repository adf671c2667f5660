/** The facts of an app that self-attributing networks receive. */
import { describe, expect, test } from "vitest";
import type { Permissions } from "@/lib/facts/consent/permissions";
import { googleApp } from "@/lib/outbound/kinds/google-app";
import { meta } from "@/lib/outbound/kinds/meta";
import { reddit } from "@/lib/outbound/kinds/reddit";
import { snap } from "@/lib/outbound/kinds/snap";
import { tiktok } from "@/lib/outbound/kinds/tiktok";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import { prepare } from "@/lib/outbound/mapping/prepare";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import { aTcString, everyPurpose } from "@/testing/networks/consent-strings";
import { aFact, consentCases, factNow } from "@/testing/networks/facts";

const settings: Record<string, unknown> = {
  meta: { dataset_id: "1", test_event_code: null },
  snap: { snap_app_id: "a", app_store_id: "1", device_id_form: "plain" },
  tiktok: { app_id: "1", app_store_id: "1", device_id_form: "plain" },
  reddit: { pixel_id: "1" },
  google_app: { link_id: "a".repeat(32) },
};

const of = (
  kind: DestinationKind,
  fact: FactKind,
  {
    permissions = consentCases.allowed!,
    rules = kind.suggested,
    tcString = null,
  }: { permissions?: Permissions; rules?: readonly OutboundRule[]; tcString?: string | null } = {},
) => {
  const made = prepare({
    kind,
    settings: settings[kind.code],
    rules,
    fact: aFact(fact, undefined, { permissions, tcString }),
    isDuplicate: false,
    now: factNow,
  });
  return "skipped" in made ? made.skipped : made.rendered.payload;
};

describe.each([meta, snap, tiktok, reddit, googleApp].map((kind) => [kind.label, kind] as const))(
  "%s",
  (_, kind) => {
    test.each(["install", "organic", "signup", "payment"] as const)(
      "gets each %s of the app, whatever its attribution",
      (fact) => {
        // The attributed installs here are Meta's.
        expect(of(kind, fact)).toBeTypeOf("object");
      },
    );

    test("gets no installs or events of other campaigns if only its own are chosen", () => {
      const rules = kind.suggested.map((rule) => ({ ...rule, only_own: true }));
      for (const fact of ["organic", "signup", "payment"] as const) {
        const isOwn = kind === meta && fact !== "organic";
        if (isOwn) expect(of(kind, fact, { rules })).toBeTypeOf("object");
        else expect(of(kind, fact, { rules })).toBe("not_attributed_here");
      }
    });
  },
);

describe.each([meta, snap].map((kind) => [kind.label, kind] as const))("%s", (_, kind) => {
  const impersonal = { ...consentCases.allowed!, adPersonalization: false };
  const limited = {
    data_processing_options: ["LDU"],
    data_processing_options_country: 0,
    data_processing_options_state: 0,
  };

  test("gets nothing about a user in the EEA who refused personalized ads", () => {
    expect(of(kind, "install", { permissions: { ...impersonal, isInside: true } })).toBe(
      "not_consented:ad_personalization",
    );
    expect(of(kind, "install", { permissions: { ...consentCases.allowed!, isInside: true } })).toBeTypeOf(
      "object",
    );
  });

  test("elsewhere, calls request limited data use and say that tracking is not allowed", () => {
    expect(of(kind, "install", { permissions: impersonal })).toMatchObject({
      ...limited,
      app_data: { advertiser_tracking_enabled: 0 },
    });
    expect(of(kind, "install")).toMatchObject({
      data_processing_options: [],
      app_data: { advertiser_tracking_enabled: 1 },
    });
  });
});

test("Google gets nothing about a user in the EEA whose TC string has no consent for Google", () => {
  const permissions = { ...consentCases.allowed!, isInside: true };
  const sent = (vendors: number[], more: Partial<Permissions> = {}) =>
    of(googleApp, "install", {
      permissions: { ...permissions, ...more },
      tcString: aTcString({ ...everyPurpose, vendors }),
    });
  expect(sent([755])).toBeTypeOf("object");
  expect(sent([804])).toBe("not_consented:vendor");
  expect(sent([804], { isInside: false })).toBeTypeOf("object");
});
