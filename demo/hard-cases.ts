import { metaReferrer, setDemoMetaKey } from "@/demo/meta";
import { stateAfterReply } from "@/lib/attribution/apple/answer";
import { storeReplies, storeTokens } from "@/lib/attribution/apple/queries";
import { attributeProject } from "@/lib/attribution/attribute";
import { reassignProject } from "@/lib/attribution/reassign";
import { newId } from "@/lib/base/ids";
import { storeInstall } from "@/lib/facts/installs/register";
import { reportDevice } from "@/lib/facts/installs/report-device";
import { identify } from "@/lib/facts/users/identify";
import { addressKey } from "@/lib/platform/address-key";
import { plans } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";
import type { AProject } from "@/testing/factories";

const minute = 60_000;
const day = 24 * 60 * minute;

type Stage = { app: AProject; chance: SeededRandom; campaigns: Map<string, number>; at: Date };
type Device = Record<string, unknown>;

/** The touchpoints of an install, its first call, and later events. */
type Case = {
  /** The user's id; found by searching for "case". */
  user: string;
  name: string;
  platform: "IOS" | "ANDROID";
  address: string;
  device: Device;
  touches?: ClickRow[];
  /** Apple's response, which arrives after the install was decided without it. */
  apple?: Record<string, unknown>;
  /** Device data that the app sends some time after the first call. */
  later?: { minutes: number; device: Device };
};

/**
 * One install of each kind that is hard to decide, on one afternoon. Each is made like real links and phones make it,
 * and its user is named after it.
 */
export async function addHardCases(stage: Stage): Promise<void> {
  await setDemoMetaKey(stage.app, stage.at);
  const cases = [
    ...certain(stage),
    ...likely(stage),
    ...unsure(stage),
    ...suspicious(stage),
    ...claims(stage),
  ];
  await storeClicks(cases.flatMap(({ touches = [] }) => touches));
  const installs = new Map<Case, string>();
  for (const [i, each] of cases.entries()) {
    const { processingId } = await storeInstall(stage.app.project, bodyOf(each), {
      userAgent: null,
      address: each.address,
      country: "DE",
      // In sequence, so that the first phone of a click is first.
      now: new Date(stage.at.getTime() + i * 1_000),
    });
    installs.set(each, processingId);
  }
  await decide(stage, 10);
  for (const each of cases) await goOn(stage, each, installs.get(each)!);
  await decide(stage, 120);
}

const instanceOf = ({ user }: Case) => `${user}-phone`;

const bodyOf = (each: Case) => ({
  token: "",
  install_instance_id: instanceOf(each),
  platform: each.platform,
  app_version: "3.2.0",
  device_data: each.device,
});

const after = ({ at }: Stage, minutes: number) => new Date(at.getTime() + minutes * minute);

async function decide(stage: Stage, minutes: number) {
  const { id } = stage.app.project;
  await attributeProject(
    id,
    () => false,
    () => after(stage, minutes),
  );
  await reassignProject(id);
}

async function goOn(stage: Stage, each: Case, install: string) {
  const { project } = stage.app;
  const { user, name, platform, apple, later } = each;
  await identify(
    project,
    {
      token: "",
      install_instance_id: instanceOf(each),
      platform,
      user_data: { id: user, name: `Case: ${name}` },
    },
    { userAgent: null, now: after(stage, 3) },
  );
  if (apple) {
    const at = after(stage, 12);
    // Apple is not queried about an invented token.
    await storeTokens(project.id, [{ install_id: install, token: "demo", received_at: stage.at }]);
    await storeReplies(project.id, install, stateAfterReply({ body: apple }, 1, stage.at, at), at);
  }
  if (later)
    await reportDevice(
      project,
      { install_instance_id: instanceOf(each), platform, device_data: later.device },
      { userAgent: null, now: after(stage, later.minutes) },
    );
}

/** A click on a campaign's link, or a view of its ad, the given minutes before the installs. */
function touch(
  stage: Stage,
  campaign: string,
  minutesBefore: number,
  more: Partial<ClickRow> = {},
): ClickRow {
  const at = new Date(stage.at.getTime() - minutesBefore * minute);
  const plan = plans.find(({ id }) => id === campaign)!;
  const adSet = plan.adSets[0];
  const creative = adSet?.creatives[0];
  return {
    project_id: stage.app.project.id,
    id: newId(at),
    clicked_at: at,
    kind: "click",
    campaign_id: stage.campaigns.get(campaign)!,
    platform: "ANDROID",
    country: "DE",
    language: "de",
    os_version: "15",
    ...(plan.network ? { network: plan.network } : {}),
    ...(adSet ? { ad_set_id: adSet.id, ad_set_name: adSet.name } : {}),
    ...(creative ? { creative_id: creative.id, creative_name: creative.name } : {}),
    params: { c: campaign },
    ...more,
  };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const pixel = { brand: "Google", device_name: "Pixel 8", language: "de", system_version: "15" };
const iphone = { brand: "Apple", system_name: "iOS", system_version: "18.5", language: "de" };
const organicReferrer = { install_ref: "utm_source=google-play&utm_medium=organic" };

const searchAds = plans.find(({ id }) => id === "asa-category")!;

/** Networks name the ad themselves, encrypted or in a response. A late ID attributes an install again. */
function certain(stage: Stage): Case[] {
  const { chance } = stage;
  const late = chance.uuid();
  return [
    {
      user: "case-meta-referrer",
      name: "Meta's encrypted referrer",
      platform: "ANDROID",
      address: "203.0.113.201",
      device: { ...pixel, gaid: chance.uuid(), install_ref: metaReferrer(stage.at) },
    },
    {
      user: "case-apple-ads",
      name: "late AdServices response",
      platform: "IOS",
      address: "203.0.113.202",
      device: { ...iphone, idfv: chance.uuid(), adservices_attribution_token: `demo-${chance.hex(24)}` },
      apple: {
        attribution: true,
        campaignId: Number(searchAds.networkCampaignId),
        adGroupId: Number(searchAds.adSets[0]!.id),
        keywordId: Number(searchAds.adSets[0]!.keywords![0]!.id),
        adId: Number(searchAds.adSets[0]!.creatives[0]!.id),
        orgId: 40_669_820,
        conversionType: "Download",
        claimType: "Click",
        countryOrRegion: "DE",
      },
    },
    {
      user: "case-decided-again",
      name: "late advertising ID",
      platform: "ANDROID",
      address: "203.0.113.203",
      device: { ...pixel, ...organicReferrer },
      touches: [touch(stage, "alps-lookalike", 50, { advertising_id: late })],
      later: { minutes: 40, device: { gaid: late } },
    },
  ];
}

/** The click has no ID, or there is only an ad view. */
function likely(stage: Stage): Case[] {
  const seenBy = stage.chance.uuid();
  const home = "203.0.113.211";
  return [
    {
      user: "case-probabilistic",
      name: "one click fits",
      platform: "IOS",
      address: home,
      device: { ...iphone, idfv: stage.chance.uuid() },
      touches: [onIphone(stage, "newsletter-june", 6, home)],
    },
    {
      user: "case-view-through",
      name: "saw an ad",
      platform: "ANDROID",
      address: "203.0.113.212",
      device: { ...pixel, ...organicReferrer, gaid: seenBy },
      touches: [touch(stage, "alps-lookalike", 190, { kind: "view", advertising_id: seenBy })],
    },
  ];
}

const onIphone = (stage: Stage, campaign: string, minutesBefore: number, address: string) =>
  touch(stage, campaign, minutesBefore, {
    platform: "IOS",
    os_version: "18.5",
    address_key: addressKey(address) ?? "",
  });

/** Organic despite clicks. */
function unsure(stage: Stage): Case[] {
  const shared = "203.0.113.221";
  const gaid = stage.chance.uuid();
  return [
    {
      user: "case-two-campaigns",
      name: "two campaigns fit",
      platform: "IOS",
      address: shared,
      device: { ...iphone, idfv: stage.chance.uuid() },
      touches: [onIphone(stage, "hundred-peaks", 14, shared), onIphone(stage, "newsletter-june", 21, shared)],
    },
    {
      user: "case-organic",
      name: "organic despite three clicks",
      platform: "ANDROID",
      address: "203.0.113.222",
      device: { ...pixel, ...organicReferrer, gaid },
      touches: [
        touch(stage, "newsletter-june", (9 * day) / minute, { advertising_id: gaid }),
        touch(stage, "alps-lookalike", 45, { advertising_id: gaid, not_counted: "bot" }),
        touch(stage, "hut-poster", 30, { advertising_id: gaid, is_test: true }),
      ],
    },
  ];
}

/** A click that an app on the phone injected when it noticed the download, and a click used for two phones. */
function suspicious(stage: Stage): Case[] {
  const injected = touch(stage, "summit-challenge", 1);
  const shared = touch(stage, "summit-challenge", 35);
  const begun = new Date((injected.clicked_at as Date).getTime() - 20_000);
  const named = (click: ClickRow) => `cairn_click=${click.id}&utm_source=tiktok`;
  return [
    {
      user: "case-click-injection",
      name: "click after the download began",
      platform: "ANDROID",
      address: "203.0.113.231",
      device: {
        ...pixel,
        gaid: stage.chance.uuid(),
        install_ref: named(injected),
        installBeginTimestampServerSeconds: seconds(begun),
      },
      touches: [injected],
    },
    {
      user: "case-first-use",
      name: "first phone of a click",
      platform: "ANDROID",
      address: "203.0.113.232",
      device: { ...pixel, gaid: stage.chance.uuid(), install_ref: named(shared) },
      touches: [shared],
    },
    {
      user: "case-reused-click",
      name: "second phone of the same click",
      platform: "ANDROID",
      address: "203.0.113.233",
      device: { ...pixel, gaid: stage.chance.uuid(), install_ref: named(shared) },
    },
  ];
}

/** A network claims installs with tags in the store's referrer, although it has no clicks here. */
const claims = (stage: Stage): Case[] =>
  Array.from({ length: 14 }, (_, i) => ({
    user: `case-claimed-${i + 1}`,
    name: "claimed without a click",
    platform: "ANDROID",
    address: `203.0.113.${100 + i}`,
    device: {
      ...pixel,
      gaid: stage.chance.uuid(),
      install_ref: "utm_source=pinterest&utm_medium=cpc&utm_campaign=autumn-boards",
    },
  }));
