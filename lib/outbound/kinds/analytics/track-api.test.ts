import { describe, expect, test } from "vitest";
import { rudderstack } from "@/lib/outbound/kinds/analytics/rudderstack";
import { segment } from "@/lib/outbound/kinds/analytics/segment";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { trackService } from "@/testing/networks/analytics/track-api";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, factNow, renderFact } from "@/testing/networks/facts";

const track = { event_data: false, install_ids: false };
const refuses: [string, (payload: Record<string, unknown>) => Record<string, unknown>][] = [
  ["event is missing", replaceInPayload("messages.0.event", "")],
  ["messageId is missing", replaceInPayload("messages.0.messageId", undefined)],
  ["timestamp is not ISO 8601", replaceInPayload("messages.0.timestamp", factNow.getTime())],
  [
    "userId and anonymousId are missing",
    (payload) =>
      replaceInPayload(
        "messages.0.userId",
        undefined,
      )(replaceInPayload("messages.0.anonymousId", undefined)(payload)),
  ],
  ["message exceeds 32 KB", replaceInPayload("messages.0.properties", { long: "x".repeat(33_000) })],
];
const shared = {
  sends: analyticsSends,
  secrets: { write_key: "wk" },
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "200" }) as const,
  refuses,
  ofBatch: (why: string) => ({ is: "split", why: expect.stringContaining(why) }),
};

describe("Segment", () => {
  checkContract({
    ...shared,
    kind: segment,
    settings: { ...track, region: "US" },
    network: trackService({ key: "wk", maxBytes: 500_000, checksKey: false }),
    // As many payments as exceed 500 KB.
    most: 2_000,
    // Segment accepts every write key.
    strangers: [],
  });
});

describe("RudderStack", () => {
  checkContract({
    ...shared,
    kind: rudderstack,
    settings: { ...track, url: "https://example.dataplane.rudderstack.com" },
    network: trackService({ key: "wk", maxBytes: 4_000_000, checksKey: true }),
    most: 16_000,
    strangers: [["another key", { secrets: { write_key: "other" } }]],
  });
});

test("RudderStack reports a wrong write key in its own words, with the next step", () => {
  const answer = { status: 401, headers: {}, body: "invalid write key\n", at: factNow };
  expect(rudderstack.read(answer, 2)).toEqual({
    is: "pause",
    code: "401",
    why: "invalid write key. Copy the source's write key again, and check the data plane URL.",
  });
});

test("the attribution is sent as traits when it is new, and not with every event", () => {
  const types = (kind: "install" | "event" | "signup" | "reengagement") => {
    const made = renderFact(segment, { fact: aFact(kind), sends: "x", settings: { ...track, region: "US" } });
    const { messages } = (made as { payload: Record<string, unknown> }).payload;
    return (messages as { type: string }[]).map(({ type }) => type);
  };
  expect(types("install")).toEqual(["identify", "track"]);
  expect(types("signup")).toEqual(["identify", "track"]);
  expect(types("event")).toEqual(["track"]);
  expect(types("reengagement")).toEqual(["track"]);
});

test("Segment's regions have different addresses", () => {
  const url = (region: string) =>
    segment.request(
      [],
      {
        settings: { ...track, region },
        secrets: { write_key: "wk" },
        token: "",
        tokenUrl: "",
        base: segment.base,
      },
      factNow,
    ).url;
  expect(url("US")).toBe("https://api.segment.io/v1/batch");
  expect(url("EU")).toBe("https://events.eu1.segmentapis.com/v1/batch");
});

test.each([
  ["http://plane.example.com", false],
  ["https://user:pass@plane.example.com", false],
  ["https://plane.example.com/?a=1", false],
  ["plane", false],
  ["https://plane.example.com/rudder/", true],
])("the data plane URL %s: %s", (url, isValid) => {
  const read = rudderstack.settings.safeParse({ url });
  expect(read.success).toBe(isValid);
  if (read.success) expect(read.data).toMatchObject({ url: "https://plane.example.com/rudder" });
});
