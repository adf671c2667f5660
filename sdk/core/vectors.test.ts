import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { base64, utf8 } from "@/sdk/core/bytes";
import { serverTimeOf, skewOf } from "@/sdk/core/call-time";
import { permissionOf, withConsent } from "@/sdk/core/consent";
import { readAttribution, readConversionValue, readDeeplink } from "@/sdk/core/decision";
import { optionsProblem, problemOf } from "@/sdk/core/problem";
import { callLine, callsToDrop, type QueuedCall, readLog } from "@/sdk/core/queue-log";
import { delayOf, requestedDelay, verdictOf } from "@/sdk/core/retry";
import { sha256 } from "@/sdk/core/sha256";
import { signatureHeaders } from "@/sdk/core/signing";
import { StateFile } from "@/sdk/core/state-file";
import { bodyOf, type CallVector } from "@/sdk/testing/call-vector";
import { Disk } from "@/sdk/testing/device";
import calls from "@/sdk/vectors/calls.json" with { type: "json" };
import clock from "@/sdk/vectors/clock.json" with { type: "json" };
import consent from "@/sdk/vectors/consent.json" with { type: "json" };
import decision from "@/sdk/vectors/decision.json" with { type: "json" };
import queue from "@/sdk/vectors/queue.json" with { type: "json" };
import retry from "@/sdk/vectors/retry.json" with { type: "json" };
import signing from "@/sdk/vectors/signing.json" with { type: "json" };
import state from "@/sdk/vectors/state.json" with { type: "json" };

describe("the queue's file", () => {
  test.each(queue.log)("$name", ({ text, calls, damaged, isTorn, next }) => {
    expect(readLog(text)).toEqual({ calls, damaged, isTorn, next });
  });

  test("a line is written in the format in which it is read", () => {
    for (const { calls } of queue.log)
      for (const call of calls as unknown as QueuedCall[])
        expect(queue.log.some(({ text }) => text.includes(callLine(call).trimEnd()))).toBe(true);
  });

  test.each(queue.limits)("limits: $name", ({ fill, waiting, added, dropped }) => {
    const alike = Array.from({ length: fill?.count ?? 0 }, (_, number) => ({ number, ...fill! }));
    expect(callsToDrop([...alike, ...waiting], added)).toEqual(dropped);
  });
});

describe("the state file", () => {
  test.each(state.files)("of an installed app is continued, with the same keys: $name", async ({ file }) => {
    const disk = new Disk();
    await disk.replace("cairn-kept.json", JSON.stringify(file));
    const chance = { uuid: () => "another", fraction: () => 0 };
    const opened = await StateFile.open(disk, chance, 0, () => undefined);
    expect(opened.value).toMatchObject({
      install: file.install,
      isDeferredDelivered: file.isDeferredTold,
      isLateSent: file.isLateTold,
      attribution: file.attribution && { decision: file.attribution.answer },
    });
    await opened.change({});
    expect(JSON.parse(disk.files.get("cairn-kept.json")!)).toEqual(file);
  });
});

describe("retry", () => {
  test.each(retry.verdicts)("$name: $status is $verdict", ({ status, body, verdict }) => {
    expect(verdictOf(status, body)).toBe(verdict);
  });

  test.each(retry.delays)(
    "after $failures failures, with a requested wait of $requestedMs: $ms ms",
    ({ failures, requestedMs, chance, ms }) => {
      expect(delayOf(failures, requestedMs, chance)).toBe(ms);
    },
  );

  test.each(retry.requested)("Retry-After: $header", ({ header, now, ms }) => {
    expect(requestedDelay(header, now)).toBe(ms);
  });
});

describe("the clock", () => {
  test.each(clock.times)("$name", ({ made, now, serverTime }) => {
    expect(serverTimeOf(made, now)).toBe(serverTime);
  });

  test.each(clock.skews)("skew: $name", ({ date, sentAt, receivedAt, skew }) => {
    expect(skewOf(date, sentAt, receivedAt)).toBe(skew);
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
  test.each(consent.permissions)("$name: $permission", ({ settings, permission }) => {
    expect(permissionOf(settings)).toBe(permission);
  });

  test.each(consent.devices)("$name", ({ device, consent: choices, sent }) => {
    expect(withConsent(device, choices)).toEqual(sent);
  });
});

describe("responses", () => {
  test.each(decision.attributions)("attribution: $name", ({ response, attribution }) => {
    expect(readAttribution(response)).toEqual(attribution);
  });

  test.each(decision.conversionValues)("Apple's value: $name", ({ response, value }) => {
    expect(readConversionValue(response)).toEqual(value);
  });

  test.each(decision.deeplinks)("a link: $name", ({ response, deeplink }) => {
    expect(readDeeplink(response)).toBe(deeplink);
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
