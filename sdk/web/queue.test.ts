import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import type { CairnWeb } from "./cairn";

const script = new Script(readFileSync(join(import.meta.dirname, "cairn.js"), "utf8"));

type Sent = {
  event_id: string;
  web_id: string;
  type: string;
  name?: string;
  tc_string?: string;
  gpp_string?: string;
};

/** A browser tab whose storage outlives its pages, with a network that the test controls. */
function aTab(dataset: Record<string, string> = { token: "cw_1" }) {
  const stores = { sessionStorage: aStore(), localStorage: aStore() };
  const sent: Sent[] = [];
  const warned: string[] = [];
  const network = { answer: 200 as number | "away" };
  const open = (search = "", page: object = {}, globals: object = {}) => {
    class HTMLElement {}
    class HTMLScriptElement extends HTMLElement {
      dataset = dataset;
      src = "https://links.example.com/cairn.js";
    }
    const location = { href: `https://www.example.com/p${search}`, pathname: "/p", search };
    const window: Record<string, unknown> = {
      ...stores,
      ...globals,
      ...{ HTMLElement, HTMLScriptElement, HTMLAnchorElement: HTMLElement, Element: HTMLElement },
      ...{
        Blob,
        console: { warn: (text: string) => void warned.push(text) },
        URL,
        URLSearchParams,
        Event,
        setTimeout,
        crypto: webcrypto,
        navigator: { userAgent: "" },
        location,
      },
      document: {
        currentScript: new HTMLScriptElement(),
        addEventListener() {},
        dispatchEvent() {},
        ...page,
      },
      async fetch(_url: string, { body }: { body: string }) {
        if (network.answer === "away") throw new TypeError("away");
        sent.push(JSON.parse(body));
        return { status: network.answer };
      },
    };
    window.window = window;
    script.runInContext(createContext(window));
    return window.cairn as CairnWeb;
  };
  return { open, sent, warned, network, stores };
}

function aStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
}

/** All responses have been handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an event without a response is sent by the next page with the same ID, and not again after a response", async () => {
  const { open, sent, network } = aTab();
  network.answer = "away";
  open().event("viewed");
  await settled();
  expect(sent).toEqual([]);
  network.answer = 500;
  open();
  await settled();
  const tried = sent.splice(0).map(({ event_id }) => event_id);
  expect(tried).toHaveLength(2);
  network.answer = 200;
  open();
  await settled();
  expect(sent.map(({ event_id }) => event_id)).toEqual(tried);
  expect(sent.map(({ type, name }) => name ?? type)).toEqual(["visit", "viewed"]);
  open();
  await settled();
  expect(sent).toHaveLength(2);
});

test("a rejection is final, and each of many events is sent once", async () => {
  const { open, sent, network } = aTab();
  network.answer = 400;
  const cairn = open();
  for (let n = 0; n < 10; n++) cairn.event(`event-${n}`);
  await settled();
  expect(new Set(sent.map(({ event_id }) => event_id)).size).toBe(11);
  expect(sent).toHaveLength(11);
  open();
  await settled();
  expect(sent).toHaveLength(11);
});

test("a visit is sent once in a tab and again with each ad, always with the same visitor", async () => {
  const { open, sent } = aTab();
  for (const search of ["", "", "?gclid=1", ""]) {
    open(search);
    await settled();
  }
  expect(sent.map(({ type }) => type)).toEqual(["visit", "visit"]);
  expect(new Set(sent.map(({ web_id }) => web_id)).size).toBe(1);
});

test("a site that waits for consent sends nothing before it, and nothing from before a refusal", async () => {
  const { open, sent } = aTab({ token: "cw_1", consent: "wait" });
  const cairn = open();
  cairn.event("viewed");
  expect(new URL(cairn.link("https://links.example.com/a")).searchParams.has("cairn_web")).toBe(false);
  cairn.consent(false);
  cairn.event("after");
  await settled();
  expect(sent).toEqual([]);
  cairn.consent(true);
  await settled();
  expect(sent.map(({ type, name }) => name ?? type)).toEqual(["after", "visit"]);
  expect(new URL(cairn.link("https://links.example.com/a")).searchParams.get("cairn_web")).toBe(
    sent[0]!.web_id,
  );
});

test("consent on a later page sends the visit with its ad, once; calls of earlier pages are dropped", async () => {
  const { open, sent } = aTab({ token: "cw_1", consent: "wait" });
  open("?gclid=1").event("viewed");
  const cairn = open();
  cairn.event("read");
  cairn.consent(true);
  cairn.consent(true);
  await settled();
  open();
  await settled();
  expect(sent.map(({ type, name }) => name ?? type)).toEqual(["visit", "read"]);
  expect(sent[0]).toMatchObject({ first: { params: { gclid: "1" } } });
});

test("an event without a response is not sent after consent is withdrawn", async () => {
  const { open, sent, network } = aTab();
  network.answer = "away";
  const cairn = open();
  cairn.event("viewed");
  await settled();
  network.answer = 200;
  cairn.consent(false);
  open();
  await settled();
  expect(sent).toEqual([]);
});

test("a call with data that JSON cannot represent is left out, without an effect on the page or other calls", async () => {
  const { open, sent } = aTab();
  const cairn = open();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  cairn.event("circle", circle);
  cairn.event("big", { n: 1n });
  cairn.event("fine");
  await settled();
  expect(sent.map(({ type, name }) => name ?? type)).toEqual(["visit", "fine"]);
});

test("a preloaded page does nothing until it is shown", async () => {
  const { open, sent, stores } = aTab();
  const shown: (() => void)[] = [];
  const page = {
    prerendering: true,
    addEventListener: (name: string, then: () => void) => name === "prerenderingchange" && shown.push(then),
  };
  expect(open("", page)).toBeUndefined();
  await settled();
  expect([sent, stores.sessionStorage.names()]).toEqual([[], []]);
  for (const then of shown.splice(0)) then();
  await settled();
  expect(sent.map(({ type }) => type)).toEqual(["visit"]);
});

test("a visitor is recognised beyond the tab only with consent; after a withdrawal they are another visitor", async () => {
  const { open, sent, stores } = aTab();
  const cairn = open();
  expect(stores.localStorage.names()).toEqual([]);
  cairn.consent(true);
  expect(stores.localStorage.names()).toEqual(["cairn.touches", "cairn.web"]);
  // Another tab starts with the browser's stored data.
  stores.sessionStorage.removeItem("cairn.web");
  const again = open();
  again.event("known");
  again.consent(false);
  expect(stores.localStorage.names()).toEqual([]);
  again.event("forgotten");
  await settled();
  const of = (input: string) => sent.find(({ name }) => name === input)!.web_id;
  expect(of("known")).toBe(sent[0]!.web_id);
  expect(of("forgotten")).not.toBe(of("known"));
});

/** A consent platform that calls its listeners with these events. */
function aPlatform(events: { tcf?: object[]; gpp?: object[] }) {
  const listeners: (() => void)[] = [];
  const later = (listen: (event: never, isFine: boolean) => void, of: object[]) =>
    void listeners.push(() => {
      for (const event of of) listen(event as never, true);
    });
  const globals = {
    ...(events.tcf && {
      __tcfapi: (_command: string, _version: number, listen: () => void) => later(listen, events.tcf!),
    }),
    ...(events.gpp && { __gpp: (_command: string, listen: () => void) => later(listen, events.gpp!) }),
  };
  const answer = () => {
    for (const listener of listeners) listener();
  };
  return { globals, answer };
}
const tcf = (consents: number[], more: object = {}) => ({
  eventStatus: "useractioncomplete",
  tcString: "CPtc",
  gdprApplies: true,
  purpose: { consents: Object.fromEntries(consents.map((purpose) => [purpose, true])) },
  ...more,
});
const ready = (more: object = {}) => ({ pingData: { signalStatus: "ready", gppString: "DBgpp", ...more } });

test.each<[string, Parameters<typeof aPlatform>[0], string[]]>([
  [
    "the visitor consents to storage and measurement",
    { tcf: [tcf([1, 7])] },
    ["visit CPtc undefined", "viewed CPtc undefined"],
  ],
  ["the visitor consents to storage only", { tcf: [tcf([1])] }, []],
  ["the platform asks", { tcf: [tcf([1, 7], { eventStatus: "cmpuishown" })] }, []],
  [
    "the GDPR does not apply",
    { tcf: [tcf([], { gdprApplies: false })] },
    ["visit CPtc undefined", "viewed CPtc undefined"],
  ],
  ["the visitor withdraws consent", { tcf: [tcf([]), tcf([])] }, []],
  [
    "a visitor in the United States opted out",
    { gpp: [ready({ applicableSections: [7] })] },
    ["visit undefined DBgpp", "viewed undefined DBgpp"],
  ],
  ["the platform for the United States is not ready", { gpp: [ready({ signalStatus: "not ready" })] }, []],
  ["both apply", { gpp: [ready()], tcf: [tcf([1, 7])] }, ["visit CPtc DBgpp", "viewed CPtc DBgpp"]],
  ["both apply, without consent", { gpp: [ready()], tcf: [tcf([])] }, []],
])("with a consent platform, the script sends only what is allowed: %s", async (_, events, expected) => {
  const { open, sent } = aTab({ token: "cw_1", consent: "cmp" });
  const platform = aPlatform(events);
  const cairn = open("", {}, platform.globals);
  cairn.event("viewed");
  await settled();
  expect(sent).toEqual([]);
  platform.answer();
  await settled();
  const texts = sent.map((each) => `${each.name ?? each.type} ${each.tc_string} ${each.gpp_string}`);
  expect(texts).toEqual(expected);
});

test("without data-consent, calls after the platform's answer have its strings", async () => {
  const { open, sent } = aTab();
  const platform = aPlatform({ tcf: [tcf([])], gpp: [ready()] });
  const cairn = open("", {}, platform.globals);
  platform.answer();
  cairn.event("viewed");
  await settled();
  expect(sent.map(({ tc_string, gpp_string }) => `${tc_string} ${gpp_string}`)).toEqual([
    "undefined undefined",
    "CPtc DBgpp",
  ]);
});

test("without a token nothing about a visitor is sent or stored", async () => {
  const { open, sent, stores } = aTab({});
  const cairn = open();
  cairn.event("viewed");
  cairn.identify("ada");
  await settled();
  expect(sent).toEqual([]);
  expect(stores.sessionStorage.names()).toEqual(["cairn.touches"]);
});

test("a call that the server would reject returns false with a warning; invalid arguments never throw", async () => {
  const { open, sent, warned } = aTab();
  const cairn = open();
  const wrong = undefined as never;
  await settled();
  sent.splice(0);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const [index, answer] of [
    cairn.event(wrong),
    cairn.event(" "),
    cairn.event("x".repeat(257)),
    cairn.event("hike", "text" as never),
    cairn.event("hike", ["a list"] as never),
    cairn.event("hike", circle),
    cairn.event("hike", { text: "ä".repeat(8_000) }),
    cairn.identify(wrong),
    cairn.identify(""),
  ].entries()) {
    expect(answer, `call ${index}`).toBe(false);
  }
  expect(warned).toHaveLength(9);
  expect(cairn.banner(wrong)).toBe(false);
  expect(cairn.link("http://[")).toBe("http://[");
  expect(cairn.event("hike")).toBe(true);
  expect(cairn.event("hike", undefined)).toBe(true);
  await settled();
  expect(sent.map(({ name }) => name)).toEqual(["hike", "hike"]);
  expect(aTab({}).open().event("without a token")).toBe(false);
});
