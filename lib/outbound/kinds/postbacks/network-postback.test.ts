import { expect, test } from "vitest";
import { networkOfCode } from "@/lib/campaigns/networks";
import { macros } from "@/lib/outbound/kinds/postbacks/macros";
import {
  customNetwork,
  documentedNetworks,
  networkPostbacks,
} from "@/lib/outbound/kinds/postbacks/network-postback";
import { knownMacros, withOwnMacros } from "@/lib/outbound/kinds/postbacks/vendor-macros";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import {
  aFact,
  androidInstall,
  goldenText,
  iphone,
  renderAllFacts,
  renderFact,
} from "@/testing/networks/facts";

const url = "https://partner.example/postback";
const settingsOf = (more: Record<string, unknown> = {}) =>
  customNetwork.settings.parse({ network: "Acme_Ads", install_url: `${url}?c={click_id}`, ...more });
const ofNetwork = (network: string, kind: FactKind = "install", install = androidInstall) => {
  const fact = aFact(kind, install);
  return { ...fact, decision: fact.decision && { ...fact.decision, network } };
};
const problemOf = (install_url: string) =>
  customNetwork.settings.safeParse({ network: "Acme_Ads", install_url }).error?.issues[0]?.message ?? null;

const accounts: Record<string, Record<string, string>> = { UNITY_ADS: { game_id: "11004" } };

test.each(documentedNetworks.map(({ network }) => [network] as const))(
  "payloads of %s are as its documentation describes",
  async (network) => {
    const kind = networkPostbacks.find((each) => each.network === network)!;
    const settings = kind.settings.parse(accounts[network] ?? {});
    const calls = [androidInstall, iphone].flatMap((install) =>
      kind.accepts.map((on) => ({
        title: `${install.platform} ${on}`,
        made: renderFact(kind, { fact: ofNetwork(network, on, install), sends: `${on}_name`, settings }),
      })),
    );
    await expect(goldenText(calls)).toMatchFileSnapshot(`golden/${kind.code}.txt`);
  },
);

test("every network with postbacks can be chosen in campaigns, and its card lists what was not checked", () => {
  const documented = new Set(documentedNetworks.map(({ network }) => network));
  for (const { network, about, code } of networkPostbacks) {
    if (network === null) continue;
    expect(networkOfCode(network)).not.toBeNull();
    expect(code).toBe(network.toLowerCase());
    expect(about.includes("Not checked against public documentation.")).toBe(!documented.has(network));
  }
});

test("a network never receives the conversions of another network, whatever its rules are", () => {
  const send = (network: string) =>
    renderFact(customNetwork, { fact: ofNetwork(network), sends: "install", settings: settingsOf() });
  expect(send("Acme_Ads")).toMatchObject({ payload: { url: `${url}?c=E.C.P.callback` } });
  expect(send("META")).toEqual({
    unfit: "not_attributed_here",
    why: "It is not attributed to Acme Ads.",
  });
  for (const kind of networkPostbacks) {
    const [made] = renderAllFacts(kind, { install: "install" }, settingsOf());
    expect(made?.made).toMatchObject({ unfit: "not_attributed_here" });
  }
});

test("{click_id} and {pub_id} are the network's own parameters of the followed link", () => {
  const fact = ofNetwork("Acme_Ads");
  const click = {
    ...fact.click!,
    params: { ...fact.click!.params, acme_click: "A-1", spot: "com.game" },
    clickParameter: "acme_click",
    publisherParameter: "spot",
  };
  const made = renderFact(customNetwork, {
    fact: { ...fact, click },
    sends: "install",
    settings: settingsOf({ install_url: `${url}?c={click_id}&p={pub_id}` }),
  }) as RenderedPayload;
  expect(made.payload.url).toBe(`${url}?c=A-1&p=com.game`);
});

test.each([
  ["{gps_adid}", "{gaid}"],
  ["{adid}", "{install_id}"],
  ["{campaign_name}", "{campaign}"],
  ["{created_at}", "{timestamp}"],
  ["{click_id}", "{click_id}"],
  ["(click-id)", "{click_id}"],
  ["(clickid)", "{clickid}"],
  ["(advertising-id)", "{advertising_id}"],
  ["(country-code)", "{ip_country}"],
  ["(install-unix-ts)", "{timestamp}"],
  ["(siteid)", "{pub_id}"],
])("the placeholder %s of another service is stored as %s", (placeholder, own) => {
  expect(settingsOf({ install_url: `${url}?x=${placeholder}&y=1` })).toMatchObject({
    install_url: `${url}?x=${own}&y=1`,
  });
});

test("a placeholder of another service is replaced with Cairn's macro", () => {
  for (const name of knownMacros) {
    const [own] = /(?<=\{).*(?=\})/.exec(withOwnMacros(`{${name}}`))!;
    expect(Object.hasOwn(macros, own)).toBe(true);
  }
});

test.each([
  ["https://partner.example/?c={clik_id}", "Unknown macro: {clik_id}. Did you mean {click_id}?"],
  ["https://partner.example/?c=(gps-adidd)", "Unknown macro: {gps_adidd}. Did you mean {gps_adid}?"],
  ["https://partner.example/?c={ip_address}", "Unknown macro: {ip_address}."],
  ["http://partner.example/?c={click_id}", "Enter a URL that begins with https://."],
  ["https://{click_id}.example/", "The host name can't contain a macro."],
])("400 %s: %s", (address, why) => {
  expect(problemOf(address)).toBe(why);
});

test("parentheses that are not a placeholder stay in the URL", () => {
  expect(settingsOf({ install_url: `${url}?c={click_id}&x=a(b)c` })).toMatchObject({
    install_url: `${url}?c={click_id}&x=a(b)c`,
  });
});
