import { join } from "node:path";
import { expect, test } from "vitest";
import { selectableNetworks, urlParameters } from "@/lib/campaigns/networks";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";
import { networkPostbacks } from "@/lib/outbound/kinds/postbacks/network-postback";
import { vendorMacros } from "@/lib/outbound/kinds/postbacks/vendor-macros";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { DestinationKind, OutgoingRequest } from "@/lib/outbound/mapping/kind";
import { aFact, androidInstall, factNow, iphone, renderFact } from "@/testing/networks/facts";

const link = "https://links.example.com/summer";
const clickUrl = (parameters: string) => (parameters === "" ? link : `${link}?${parameters}`);

/** Each kind of event with its URL, as an account manager would send it: written for Adjust, AppsFlyer and Cairn. */
const url = "https://partner.example/postback";
const templates = {
  install_url: `${url}/install?click={click_id}&gaid={gps_adid}&idfa={idfa}&site={publisher_id}&at={installed_at}`,
  event_url: `${url}/event/{event_name}?click=(clickid)&campaign=(campaign_name)&country=(country-code)&id={event_id}`,
  payment_url: `${url}/sale?click={click_id}&value={revenue_float}&payout={payout}&currency={currency}`,
  refund_url: `${url}/refund?click={click_id}&value=(monetary)&currency={currency}`,
  ad_revenue_url: `${url}/ads?click={click_id}&value={revenue}&currency={currency}&by={ad_revenue_network}&n={ad_impressions_count}`,
  rejected_url: `${url}/rejected?click={click_id}&why={rejection_reason}&signature={signature}`,
  reversal_url: `${url}/reversal?click={click_id}&id={event_id}&why={reject_reason}`,
};
const events = [
  "install",
  "rejected",
  "signup",
  "event",
  "payment",
  "refund",
  "ad_revenue",
  "reversal",
] as const;

function requestOf(kind: DestinationKind, on: FactKind, method: string): OutgoingRequest | string {
  const network = kind.network ?? "Acme_Ads";
  const settings = kind.settings.parse({
    network,
    method,
    affiliate: "Peak Media",
    game_id: "11004",
    ...templates,
  });
  const install = on === "event" ? iphone : androidInstall;
  const fact = aFact(on, install);
  const own = { ...fact, decision: fact.decision && { ...fact.decision, network } };
  const made = renderFact(kind, { fact: own, sends: `${on}_name`, settings });
  if ("unfit" in made) return made.why;
  const text = JSON.stringify(made.payload);
  const row = { uid: fact.uid, deliveryId: "d1", payload: made.payload, text };
  const config = { settings, secrets: { signing_key: "key" }, token: "", base: "", tokenUrl: "" };
  return kind.request([row], config, factNow);
}

const affiliate = destinationKinds.find(({ code }) => code === "affiliate")!;

test("each template makes exactly these calls", async () => {
  const calls = Object.fromEntries(
    [...networkPostbacks, affiliate].map((kind) => [
      kind.code,
      Object.fromEntries(events.map((on) => [on, requestOf(kind, on, "GET")])),
    ]),
  );
  const posted = Object.fromEntries(
    ["POST form", "POST JSON"].map((method) => [method, requestOf(affiliate, "rejected", method)]),
  );
  await expect(`${JSON.stringify({ ...calls, ...posted }, null, 1)}\n`).toMatchFileSnapshot(
    "golden/templates.txt",
  );
});

test("each built-in network has exactly this click URL", async () => {
  const urls = selectableNetworks.map((network) => `${network.code} ${clickUrl(urlParameters(network))}`);
  await expect(`${urls.join("\n")}\n`).toMatchFileSnapshot("golden/click-urls.txt");
});

/** How a destination learns what other services have placeholders for. */
function placeholdersOf(kind: DestinationKind): string {
  const names = kind.fields.map(({ name }) => name);
  if (names.includes("install_url")) return "accepted in each URL";
  if (kind.code === "http") return "accepted in the address; those in braces in the body, too";
  if (networkPostbacks.includes(kind)) return "built in: Cairn fills the network's documented URL";
  return "not needed: an API with fields of its own";
}

const code = (text: string) => (text === "" ? "–" : `\`${text.replaceAll("|", "\\|")}\``);

test("the page of macros has every network, every destination and every placeholder", async () => {
  const ofMacro = new Map<string, string[]>();
  for (const [placeholder, own] of vendorMacros) ofMacro.set(own, [...(ofMacro.get(own) ?? []), placeholder]);
  const page = [
    "# Macros of networks and other services",
    "",
    "For teams that move from another attribution service. A test writes this page from the code. [Ad networks](networks.md)",
    "explains the macros.",
    "",
    "## Click URLs",
    "",
    "Append these parameters to a campaign's link. The network fills in its macros. A dash: the network's public documentation",
    "has no macros.",
    "",
    "| Network | Parameters |",
    "|---|---|",
    ...selectableNetworks.map((network) => `| ${network.label} | ${code(urlParameters(network))} |`),
    "",
    "## Destinations",
    "",
    "Where you can paste templates with placeholders of Adjust and AppsFlyer:",
    "",
    "| Destination | Placeholders |",
    "|---|---|",
    ...destinationKinds.map((kind) => `| ${kind.label} | ${placeholdersOf(kind)} |`),
    "",
    "## Placeholders",
    "",
    "Placeholders in braces or parentheses, with hyphens or underscores, in any case. Cairn's own names are accepted as well.",
    "",
    "| Cairn's macro | Placeholders of other services |",
    "|---|---|",
    ...[...ofMacro].map(
      ([own, names]) => `| \`{${own}}\` | ${names.map((name) => `\`${name}\``).join(", ")} |`,
    ),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, "../../../../docs/network-macros.md"));
});
