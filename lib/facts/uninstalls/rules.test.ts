import { describe, expect, test } from "vitest";
import {
  backoffMs,
  evaluateProbe,
  nextProbe,
  type ProbeState,
  type PushReply,
  pushKindOf,
  readProbe,
} from "@/lib/facts/uninstalls/rules";

const instance = "an install";
const token = "c:d";
const first = new Date("2026-06-01T08:00:00Z");
const dayMs = 86_400_000;
const on = (day: number, hours = 0) => new Date(first.getTime() + day * dayMs + hours * 3_600_000);

type Judgeable = Exclude<PushReply, { is: "later" | "refused" }>;
const unregistered = (since: Date | null = null): Judgeable => ({
  is: "unregistered",
  since,
  text: "404 UNREGISTERED",
});
const there: Judgeable = { is: "there", text: "200" };

/** The probe's state after responses on these days. */
function judgedAfter(
  answers: { day: number; hours?: number; reply: Judgeable; openedAt?: Date }[],
  tokenAt = on(-10),
) {
  let probe: ProbeState | null = null;
  let last: ReturnType<typeof evaluateProbe> | null = null;
  for (const { day, hours, reply, openedAt = null } of answers) {
    last = evaluateProbe(probe, reply, { instance, tokenAt, openedAt, now: on(day, hours) });
    probe = last.probe;
  }
  return last!;
}

test("a probe that an earlier version stored continues under the current names", () => {
  const earlier = {
    environment: "sandbox" as const,
    gone: { since: on(0).toISOString(), day: "2026-06-02", days: 2 },
    said: [{ at: on(1).toISOString(), is: "gone", words: "410 Unregistered" }],
  };
  const probe = readProbe(earlier);
  expect(probe).toEqual({
    environment: "sandbox",
    unregistered: earlier.gone,
    responses: [{ at: on(1).toISOString(), is: "unregistered", text: "410 Unregistered" }],
  });
  const judged = evaluateProbe(probe, unregistered(), {
    instance,
    tokenAt: on(-1),
    openedAt: null,
    now: on(2),
  });
  expect(judged).toMatchObject({ uninstalledAt: on(0), probe: { ended: "unregistered" } });
  expect(judged.probe.responses).toHaveLength(2);
  expect(readProbe({ ...earlier, ended: "gone" }).ended).toBe("unregistered");
  expect(readProbe(judged.probe)).toEqual(judged.probe);
});

describe("an app is uninstalled", () => {
  test("after three days as unregistered, since the first of them, and is not checked any more", () => {
    const three = judgedAfter([0, 1, 2].map((day) => ({ day, reply: unregistered() })));
    expect(three).toMatchObject({ uninstalledAt: on(0), nextAt: null, probe: { ended: "unregistered" } });
  });

  test.each([
    ["two days", [0, 1].map((day) => ({ day, reply: unregistered() }))],
    ["three answers of two days", [0, 1, 1].map((day, i) => ({ day, hours: i, reply: unregistered() }))],
    [
      "two days, an answer that it is there, and one day",
      [0, 1, 2, 3].map((day) => ({ day, reply: day === 2 ? there : unregistered() })),
    ],
    [
      "three days, of which the first was before it was opened again",
      [0, 1, 2].map((day) => ({ day, reply: unregistered(), openedAt: on(0, 5) })),
    ],
  ])("but not after %s", (_, answers) => {
    const judged = judgedAfter(answers);
    expect(judged.uninstalledAt).toBeNull();
    expect(judged.nextAt).toEqual(nextProbe(instance, new Date(judged.probe.responses[0]!.at)));
  });

  test("after several days, even with failed checks in between", () => {
    expect(judgedAfter([0, 1, 5].map((day) => ({ day, reply: unregistered() }))).uninstalledAt).toEqual(
      on(0),
    );
  });

  test("not by an unregistration from before the app sent the token again", () => {
    const openedAt = on(-1);
    const days = [0, 1, 2, 3].map((day) => ({ day, reply: unregistered(on(-2)) }));
    expect(judgedAfter(days, openedAt)).toMatchObject({ uninstalledAt: null, isAnswered: true });
    expect(judgedAfter(days, on(-3)).uninstalledAt).toEqual(on(0));
  });
});

test.each(["expired", "bad", "foreign"] as const)(
  "a token that is %s is not an uninstall, and is not checked again",
  (is) => {
    expect(judgedAfter([{ day: 0, reply: { is, text: is } }])).toEqual({
      probe: { ended: is, responses: [{ at: first.toISOString(), is, text: is }] },
      nextAt: null,
      isAnswered: false,
      uninstalledAt: null,
    });
  },
);

test("the token's environment and the last six responses are stored", () => {
  const judged = judgedAfter([
    { day: 0, reply: { ...there, environment: "sandbox" } },
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, reply: there })),
  ]);
  expect(judged.probe.environment).toBe("sandbox");
  expect(judged.probe.responses.map(({ at }) => at)).toEqual(
    [7, 6, 5, 4, 3, 2].map((day) => on(day).toISOString()),
  );
});

test.each([
  ["a".repeat(64), "ANDROID", "apns"],
  ["0123456789abcdefABCDEF".repeat(8), null, "apns"],
  ["a".repeat(63), "ANDROID", "fcm"],
  [token, "IOS", "fcm"],
  ["neither", "ios", "apns"],
  ["neither", null, "fcm"],
])("the token %s of %s is of %s", (text, platform, kind) => {
  expect(pushKindOf(text, platform)).toBe(kind);
});

test("an install has its own minute of the day, at least half a day after its last check", () => {
  const turns = ["a", "b", "c", "d", "e", "f"].map((name) => nextProbe(name, first));
  expect(new Set(turns.map(Number)).size).toBe(6);
  for (const [i, name] of ["a", "b", "c", "d", "e", "f"].entries()) {
    const wait = turns[i]!.getTime() - first.getTime();
    expect(wait).toBeGreaterThanOrEqual(dayMs / 2);
    expect(wait).toBeLessThan(1.5 * dayMs);
    expect(nextProbe(name, turns[i]!)).toEqual(new Date(turns[i]!.getTime() + dayMs));
  }
});

test("a service is paused longer each time, at least as long as it requests, and at most a day", () => {
  const minutes = [0, 1, 2, 50].map((failures) => backoffMs(failures, null) / 60_000);
  expect(minutes).toEqual([5, 10, 20, 360]);
  expect(backoffMs(0, 3_600_000)).toBe(3_600_000);
  expect(backoffMs(0, 30 * dayMs)).toBe(dayMs);
});
