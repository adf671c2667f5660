import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { base64, utf8 } from "@/sdk/core/bytes";
import { gateOf, withConsent } from "@/sdk/core/consent";
import { readAttribution, readConversionValue, readDeeplink } from "@/sdk/core/decision";
import { serverTimeOf, skewOf } from "@/sdk/core/moments";
import { optionsProblem, problemOf } from "@/sdk/core/problem";
import { callLine, makeRoom, type QueuedCall, readLog } from "@/sdk/core/queue-log";
import { delayOf, requestedDelay, verdictOf } from "@/sdk/core/retry";
import { sha256 } from "@/sdk/core/sha256";
import { signatureHeaders } from "@/sdk/core/signing";
import { bodyOf, type CallVector } from "@/sdk/testing/call-vector";
import calls from "@/sdk/vectors/calls.json" with { type: "json" };
import clock from "@/sdk/vectors/clock.json" with { type: "json" };
import consent from "@/sdk/vectors/consent.json" with { type: "json" };
import decision from "@/sdk/vectors/decision.json" with { type: "json" };
import queue from "@/sdk/vectors/queue.json" with { type: "json" };
import retry from "@/sdk/vectors/retry.json" with { type: "json" };
import signing from "@/sdk/vectors/signing.json" with { type: "json" };

describe("the queue's file", () => {
  test.each(queue.log)("$name", ({ text, calls, damaged, isTorn, next }) => {
    expect(readLog(text)).toEqual({ calls, damaged, isTorn, next });
  });

  test("a line is written in the format in which it is read", () => {
    for (const { calls } of queue.log)
      for (const call of calls as unknown as QueuedCall[])
        expect(queue.log.some(({ text }) => text.includes(callLine(call).trimEnd()))).toBe(true);
  });

  test.each(queue.room)("room: $name", ({ fill, waiting, added, given }) => {
    const alike = Array.from({ length: fill?.count ?? 0 }, (_, number) => ({ number, ...fill! }));
    expect(makeRoom([...alike, ...waiting], added)).toEqual(given);
  });
});

describe("retry", () => {
  test.each(retry.verdicts)("$name: $status is $verdict", ({ status, body, verdict }) => {
    expect(verdictOf(status, body)).toBe(verdict);
  });

  test.each(retry.delays)(
    "after $failures failures, with a requested wait of $asked: $ms ms",
    ({ failures, asked: query, chance, ms }) => {
      expect(delayOf(failures, query, chance)).toBe(ms);
    },
  );

  test.each(retry.asked)("Retry-After: $header", ({ header, now, ms }) => {
    expect(requestedDelay(header, now)).toBe(ms);
  });
});

describe("the clock", () => {
  test.each(clock.moments)("$name", ({ made, now, serverTime }) => {
    expect(serverTimeOf(made, now)).toBe(serverTime);
  });

  test.each(clock.skews)("skew: $name", ({ date, sentAt, answeredAt, skew }) => {
    expect(skewOf(date, sentAt, answeredAt)).toBe(skew);
  });
});

describe("signing", () => {
  test.each(signing)("$name", ({ key, method, path, body, at, contentHash, headers }) => {
    expect(signatureHeaders(key, { method, path, body, at })).toEqual(headers);
    expect(body === "" ? "" : base64(sha256(utf8(body)))).toBe(contentHash);
  });

  test("SHA-256 equals Node's, with lengths around a block", () => {
    for (let length = 0; length < 140; length++) {
      const text = "ä".repeat(length);
      expect(base64(sha256(utf8(text)))).toBe(createHash("sha256").update(text).digest("base64"));
    }
  });

  test("UTF-8 bytes equal those of TextEncoder", () => {
    for (const text of ["", "a", "ä", "山", "🏔️", "a\ud800b", "\u0000\u007f\u0080\u07ff\u0800\uffff"])
      expect(utf8(text)).toEqual([...new TextEncoder().encode(text)]);
  });
});

describe("consent", () => {
  test.each(consent.gates)("$name: $then", ({ gate, then }) => {
    expect(gateOf(gate)).toBe(then);
  });

  test.each(consent.devices)("$name", ({ device, consent: given, told: reported }) => {
    expect(withConsent(device, given)).toEqual(reported);
  });
});

describe("responses", () => {
  test.each(decision.attributions)("attribution: $name", ({ answer, attribution }) => {
    expect(readAttribution(answer)).toEqual(attribution);
  });

  test.each(decision.conversionValues)("Apple's value: $name", ({ answer, value }) => {
    expect(readConversionValue(answer)).toEqual(value);
  });

  test.each(decision.deeplinks)("a link: $name", ({ answer, deeplink }) => {
    expect(readDeeplink(answer)).toBe(deeplink);
  });
});

describe("calls that the server would reject", () => {
  test.each(calls.calls)("$name", (entry) => {
    expect(problemOf(entry.path, bodyOf(entry as CallVector))).toBe(entry.problem);
  });

  test.each(calls.servers)("start with the server $server", ({ server, starts }) => {
    expect(optionsProblem({ server, token: "ct_1" }) === null).toBe(starts);
  });
});
