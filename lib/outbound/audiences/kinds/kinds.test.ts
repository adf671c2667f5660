import { expect, test } from "vitest";
import { consentPermissionsOf } from "@/lib/facts/consent/permissions";
import { type ConsentSignals, noConsentSignals } from "@/lib/facts/consent/signals";
import { digestOf, evaluateCandidate, isHeldOut } from "@/lib/outbound/audiences/evaluate";
import { googleContacts, googleMobile } from "@/lib/outbound/audiences/kinds/google";
import type { AudienceCandidate, AudienceKind } from "@/lib/outbound/audiences/kinds/kind";
import { audienceKinds } from "@/lib/outbound/audiences/kinds/kinds";
import { metaAudience } from "@/lib/outbound/audiences/kinds/meta";
import { csvAudience, webhookAudience } from "@/lib/outbound/audiences/kinds/own";
import { tiktokAudience } from "@/lib/outbound/audiences/kinds/tiktok";

const gaid = "38400000-8cf0-11bd-b23e-10b96e40000d";
const idfa = "8c6cbc0d-5f43-4765-a6e6-84dff3d24707";
// Published vectors: Reddit's for email and phone, and the SHA-256 of the IDFA in capitals.
const hashes = {
  email: "ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976",
  phone: "e5b124c58580eb16bd959b8d0cac12b12c952e2ceae0203d416cff94f10b994a",
  idfa: "a42d19a29403bd7b316b7af676fc3fd14f3f5205405957af6785570d8877574d",
};

const candidate = (
  signals: Partial<ConsentSignals> = {},
  more: Partial<AudienceCandidate> & { country?: string } = {},
): AudienceCandidate => ({
  installId: "0190a8c0-0000-7000-8000-000000000000",
  instance: "instance-1",
  platform: "ANDROID",
  user: { id: "u1", email: "Alice@Example.com ", phone: "+1 (555) 444-1234" },
  devices: [{ kind: "gaid", id: gaid }],
  permissions: consentPermissionsOf(
    { ...noConsentSignals, ...signals },
    { policy: { inside: "granted", outside: "granted" }, country: more.country ?? "BR" },
  ),
  tcString: null,
  isTest: false,
  isErased: false,
  ...more,
});

const sent = (kind: AudienceKind, one: AudienceCandidate, change: "add" | "remove" = "add") => {
  const ids = kind.idsOf(one)!;
  const request = kind.call!(
    {
      change,
      members: [{ digest: digestOf(ids), ids }],
      id: "aud_1",
      audience: { id: 7, title: "Payers" },
      now: new Date("2026-06-01T12:00:00Z"),
    },
    {
      settings: {
        ...{ audience_id: "11", advertiser_id: "22", list_id: "33", customer_id: "123-456-7890" },
        ...{ login_customer_id: "999-999-9999", url: "https://example.com/hook" },
      },
      secrets: { access_token: "token", secret: `whsec_${Buffer.alloc(24).toString("base64")}` },
      ...{ token: "google-token", base: "https://network", tokenUrl: "" },
    },
  );
  return { ...request, body: JSON.parse(request.body!) };
};

test("Meta gets hashed contact data and the plain advertising ID, and DELETE for removals", () => {
  const { method, url, headers, body } = sent(metaAudience, candidate());
  expect([method, url, headers.authorization]).toEqual(["POST", "https://network/11/users", "Bearer token"]);
  expect(body).toEqual({
    payload: {
      schema: ["EMAIL", "PHONE", "MADID"],
      data: [[hashes.email, metaAudience.idsOf(candidate())!.PHONE, gaid]],
    },
  });
  expect(body.payload.data[0][1]).toMatch(/^[0-9a-f]{64}$/);
  const noDevice = candidate({}, { devices: [], user: { id: "u", email: null, phone: null } });
  expect(metaAudience.idsOf(noDevice)).toBeNull();
  expect(sent(metaAudience, candidate(), "remove")).toMatchObject({ method: "DELETE", body });
});

test("Google gets contact data or mobile IDs, with both consents and the accepted terms", () => {
  const contacts = sent(googleContacts, candidate());
  expect(contacts).toMatchObject({ method: "POST", url: "https://network/v1/audienceMembers:ingest" });
  expect(contacts.headers.authorization).toBe("Bearer google-token");
  const destinations = [
    {
      operatingAccount: { accountType: "GOOGLE_ADS", accountId: "1234567890" },
      loginAccount: { accountType: "GOOGLE_ADS", accountId: "9999999999" },
      productDestinationId: "33",
    },
  ];
  const consent = { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" };
  expect(contacts.body).toEqual({
    destinations,
    audienceMembers: [
      {
        userData: { userIdentifiers: [{ emailAddress: hashes.email }, { phoneNumber: hashes.phone }] },
        consent,
      },
    ],
    encoding: "HEX",
    termsOfService: { customerMatchTermsOfServiceStatus: "ACCEPTED" },
  });
  const removed = sent(googleMobile, candidate(), "remove");
  expect(removed.url).toBe("https://network/v1/audienceMembers:remove");
  expect(removed.body).toEqual({
    destinations,
    audienceMembers: [{ mobileData: { mobileIds: [gaid] } }],
    encoding: "HEX",
  });
});

test("TikTok gets hashes under its names, with empty places for unknown IDs", () => {
  const iphone = candidate(
    { att_status: "AUTHORIZED" },
    { platform: "IOS", devices: [{ kind: "idfa", id: idfa }], user: { id: "u", email: null, phone: null } },
  );
  const { body, headers } = sent(tiktokAudience, iphone, "remove");
  expect(headers["access-token"]).toBe("token");
  expect(body).toEqual({
    advertiser_ids: ["22"],
    action: "delete",
    id_schema: ["EMAIL_SHA256", "PHONE_SHA256", "IDFA_SHA256", "GAID_SHA256"],
    batch_data: [[{}, {}, { id: hashes.idfa, audience_ids: ["11"] }, {}]],
  });
});

test("a webhook gets a signed list, with each ID only as far as its user allows", () => {
  const { headers, body } = sent(webhookAudience, candidate({ ad_user_data: false }));
  expect(headers).toMatchObject({ "webhook-id": "aud_1", "webhook-timestamp": "1780315200" });
  expect(headers["webhook-signature"]).toMatch(/^v1,/);
  expect(body).toEqual({
    type: "audience.added",
    timestamp: "2026-06-01T12:00:00.000Z",
    data: {
      audience: { id: 7, title: "Payers" },
      members: [
        {
          id: digestOf({ user_id: "u1", install_id: "instance-1" }),
          user_id: "u1",
          install_id: "instance-1",
        },
      ],
    },
  });
});

test("each receiver gets only people whose consent it needs", () => {
  const reasons = (one: AudienceCandidate) => {
    const networks = audienceKinds.filter(({ service }) => service !== null);
    const found = new Set(
      networks.map((kind) => {
        const evaluated = evaluateCandidate(kind, one);
        return "ids" in evaluated ? "sent" : evaluated.skipped;
      }),
    );
    // The customer's own lists have everyone, with fewer IDs.
    for (const kind of [csvAudience, webhookAudience])
      expect(evaluateCandidate(kind, one)).toHaveProperty("ids");
    return [...found];
  };
  const iphone: Partial<AudienceCandidate> = { platform: "IOS", devices: [{ kind: "idfa", id: idfa }] };
  expect(reasons(candidate())).toEqual(["sent"]);
  expect(reasons(candidate({ ad_user_data: false }))).toEqual(["not_consented:ad_user_data"]);
  expect(reasons(candidate({ ad_personalization: false }, { country: "DE" }))).toEqual([
    "not_consented:ad_personalization",
  ]);
  expect(reasons(candidate({ ad_personalization: false }, { country: "BR" }))).toEqual([
    "not_consented:ad_personalization",
  ]);
  expect(reasons(candidate({ us_opt_out: true }, { country: "US" }))).toEqual(["opted_out"]);
  expect(reasons(candidate({ is_child: true }, { country: "US" }))).toEqual(["not_consented:ad_user_data"]);
  expect(reasons(candidate({ limit_ad_tracking: true }))).toEqual(["limited_ad_tracking"]);
  expect(reasons(candidate({ att_status: "DENIED" }, iphone))).toEqual(["att_denied"]);
  expect(reasons(candidate({ att_status: "NOT_DETERMINED" }, iphone))).toEqual(["att_not_authorized"]);
  expect(reasons(candidate({ att_status: "AUTHORIZED" }, iphone))).toEqual(["sent"]);
});

test("a hold-out is nested, follows the user over installs, and has about its percentage", () => {
  const person = (n: number, instance = `i${n}`) =>
    candidate({}, { instance, user: { id: `user ${n}`, email: null, phone: null } });
  const numbers = Array.from({ length: 4_000 }, (_, n) => n);
  const held = (percent: number) => numbers.filter((n) => isHeldOut(person(n), "seed", percent));
  const ten = held(10);
  const thirty = held(30);
  expect(ten.length / 4_000).toBeCloseTo(0.1, 1);
  expect(thirty.length / 4_000).toBeCloseTo(0.3, 1);
  expect(ten.every((n) => thirty.includes(n))).toBe(true);
  expect(held(0)).toEqual([]);
  for (const n of numbers.slice(0, 50))
    expect(isHeldOut(person(n, "another install"), "seed", 30)).toBe(isHeldOut(person(n), "seed", 30));
  expect(numbers.filter((n) => isHeldOut(person(n), "another seed", 10))).not.toEqual(ten);
});
