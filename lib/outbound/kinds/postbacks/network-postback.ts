/**
 * Postbacks to ad networks: to those of in-app ads, and to a project's own ones. A network with public documentation has
 * its URLs here; for the others, members enter the URLs that their account manager sends them.
 */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { networkLabel } from "@/lib/campaigns/networks";
import {
  kindsWithPayout,
  needsSigningKey,
  type PostbackSecrets,
  type PostbackTemplates,
  postbackFields,
  postbackKinds,
  postbackRequest,
  postbackSecrets,
  postbackSettings,
  renderPostback,
  requireAddress,
} from "@/lib/outbound/kinds/postbacks/postback";
import type { FactDecision } from "@/lib/outbound/mapping/fact";
import {
  type DestinationKind,
  defineKind,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import { suggestedRule, unsupportedHere } from "@/lib/outbound/mapping/payload";

/** A network receives only conversions that are attributed to it. */
const ofAnother = (network: string) => ({
  unfit: "not_attributed_here" as const,
  why: `It is not attributed to ${networkLabel(network)}.`,
});

const own = { value: { from: "none" }, only_own: true } as const;
const suggested = [
  suggestedRule("install", "install", own),
  suggestedRule("signup", "signup", own),
  suggestedRule("payment", "purchase", { only_own: true }),
];

/** Parts that are equal for all networks with postbacks. */
const shared = {
  group: "network",
  base: "",
  knownEvents: [],
  maxRows: 1,
  maxAgeDays: null,
  needsUserData: true,
  needsPersonalization: false,
  needsTracking: false,
  needsNoOptOut: true,
  read: verdictOfStatus,
} as const;

const templateSettings = z.object(postbackSettings(true)).superRefine(requireAddress);
type TemplateSettings = z.output<typeof templateSettings>;

const customSettings = z
  .object({ network: requiredLine("Network"), ...postbackSettings(true) })
  .superRefine(requireAddress);

/** `networkOf` is the network's code, which is a setting of a custom network. */
const withTemplates = <Settings extends TemplateSettings>(
  kind: Pick<DestinationKind<Settings>, "code" | "label" | "about" | "network" | "settings" | "fields">,
  networkOf: (settings: Settings) => string,
): DestinationKind => {
  const owns = (decision: FactDecision | null, settings: Settings) =>
    decision !== null && decision.network === networkOf(settings);
  return defineKind<Settings, PostbackSecrets>({
    ...shared,
    ...kind,
    secrets: postbackSecrets,
    accepts: postbackKinds,
    suggested,
    corrections: {
      keepsId: false,
      applies: ({ reversal_url: address }) => address !== null && address !== undefined,
      describe: (applies) =>
        applies
          ? "When the install is no longer attributed to the network, Cairn calls the URL for reversals."
          : "Enter a URL for reversals in the destination's settings, if the network has one.",
    },
    owns,
    dailyCap: ({ daily_cap: max }) => (max === null ? null : { most: max, counts: kindsWithPayout }),
    complaint: needsSigningKey,
    render(rendering: Rendering<Settings>) {
      const { fact, settings } = rendering;
      const network = networkOf(settings);
      if (!owns(fact.decision, settings)) return ofAnother(network);
      return renderPostback(rendering, settings, {
        method: settings.method,
        partner: networkLabel(network),
      });
    },
    request: (rows, { secrets }) => postbackRequest(rows, secrets.signing_key),
  });
};

export const customNetwork = withTemplates(
  {
    code: "custom_network",
    label: "Custom network",
    about: "Sends a network of your own the installs and events of its campaigns.",
    network: null,
    settings: customSettings,
    fields: [
      { name: "network", label: "Network", hint: "Cairn sends only events attributed to the network." },
      ...postbackFields,
    ],
  },
  ({ network }) => network,
);

/** A network without public documentation of its postbacks. */
const undocumented = (network: string): DestinationKind =>
  withTemplates(
    {
      code: network.toLowerCase(),
      label: networkLabel(network),
      about:
        "Sends installs and events to the postback URLs that your account manager gives you. Not checked against public documentation.",
      network,
      settings: templateSettings,
      fields: postbackFields,
    },
    () => network,
  );

/** A network whose documentation is public. */
type DocumentedNetwork = {
  network: string;
  /** The address of the documentation. */
  source: string;
  about: string;
  /** IDs of the account, which are macros of the templates. */
  account: readonly { name: string; label: string; hint: string }[];
  templates: Partial<PostbackTemplates>;
};

const accountId = (label: string) =>
  requiredLine(label, 100).regex(/^[A-Za-z0-9_.-]+$/, `${label} has letters, digits and . _ - only.`);

function documented({ network, about, account, templates }: DocumentedNetwork): DestinationKind {
  type Settings = Record<string, string>;
  const settings = z.object(Object.fromEntries(account.map(({ name, label }) => [name, accountId(label)])));
  const owns = (decision: FactDecision | null) => decision?.network === network;
  return defineKind<Settings, Record<string, never>>({
    ...shared,
    code: network.toLowerCase(),
    label: networkLabel(network),
    about,
    network,
    settings,
    secrets: z.object({}) as unknown as z.ZodType<Record<string, never>>,
    fields: account,
    accepts: templates.event_url ? ["install", "reengagement", "signup", "event", "payment"] : ["install"],
    suggested: templates.event_url ? suggested : suggested.slice(0, 1),
    owns,
    render(rendering) {
      if (!owns(rendering.fact.decision)) return ofAnother(network);
      const filled = Object.fromEntries(
        Object.entries(templates).map(([name, template]) => [
          name,
          account.reduce(
            (text, { name }) => text.replaceAll(`{${name}}`, rendering.settings[name] ?? ""),
            template ?? "",
          ),
        ]),
      );
      if (rendering.fact.kind !== "install" && !templates.event_url)
        return unsupportedHere(`${networkLabel(network)}'s events are not supported yet.`);
      return renderPostback(rendering, filled, {
        method: "GET",
        partner: networkLabel(network),
        dropsEmpty: true,
      });
    },
    request: (rows) => postbackRequest(rows, undefined),
  });
}

const mintegralEvent =
  "https://postback.mintegral.net/event?campuuid={network_campaign_id}&clickid={click_id}&idfa={idfa}&gaid={gaid}&type=s2s&event_time={timestamp}&event_name={event_name}";

export const documentedNetworks: readonly DocumentedNetwork[] = [
  {
    network: "UNITY_ADS",
    source: "https://docs.unity.com/grow/en-us/acquire/partner-integration/custom/postback-request",
    about: "Sends Unity Ads the installs of its campaigns. Unity's API for events is not supported yet.",
    account: [
      { name: "game_id", label: "Game ID", hint: "In the User Acquisition dashboard, with the app." },
    ],
    templates: {
      install_url:
        "https://postback.unityads.unity3d.com/games/{game_id}/install?advertisingTrackingId={advertising_id}&gamerId={click_id}&installTimeEpoch={timestamp}&attributed=1",
    },
  },
  {
    network: "MINTEGRAL",
    source: "https://adv.mintegral.com/doc/en/integration/quickStart/postback",
    about: "Sends Mintegral the installs and events of its campaigns.",
    account: [],
    templates: {
      install_url:
        "https://postback.mintegral.net/install?campuuid={network_campaign_id}&clickid={click_id}&idfa={idfa}&gaid={gaid}&type=s2s&install_time={timestamp}",
      event_url: mintegralEvent,
      payment_url: mintegralEvent,
    },
  },
];

/** Networks whose postbacks have no public documentation, or a documentation that could not be read completely. */
const undocumentedNetworks = [
  "APPLOVIN",
  "MOLOCO",
  "LIFTOFF",
  "VUNGLE",
  "IRONSOURCE",
  "DIGITAL_TURBINE",
  "INMOBI",
  "CHARTBOOST",
];

export const networkPostbacks: readonly DestinationKind[] = [
  ...documentedNetworks.map(documented),
  ...undocumentedNetworks.map(undocumented),
  customNetwork,
];
