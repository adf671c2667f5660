import { expect, test } from "vitest";
import {
  applyEntitlements,
  applyGradleProperties,
  applyInfoPlist,
  applyManifest,
  applyPodfileProperties,
} from "@/sdk/react-native/plugin/apply";

const options = {
  links: ["links.example.com", "go.example.com"],
  scheme: "trails",
  trackingText: "To see which ads bring hikers.",
  postbacks: "https://example.com",
  advertisingId: true,
  metaAppId: "1234567890",
};

const named = (name: string) => ({ $: { "android:name": name } });
const launcher = () => ({
  action: [named("android.intent.action.MAIN")],
  category: [named("android.intent.category.LAUNCHER")],
});
type Filter = { $?: object; action?: object[]; category?: object[]; data?: { $: object }[] };
type Manifest = {
  application: { "meta-data"?: object[]; activity: { $: object; "intent-filter"?: Filter[] }[] }[];
  queries?: { package: object[] }[];
};
const aManifest = (): { manifest: Manifest } => ({
  manifest: {
    application: [
      {
        activity: [
          { $: { "android:name": ".Other" } },
          { $: { "android:name": ".Main" }, "intent-filter": [launcher()] },
        ],
      },
    ],
  },
});

test("Info.plist: the tracking reason, the scheme, and the address for Apple's copies; existing entries stay", () => {
  const plist = applyInfoPlist(
    {
      CFBundleName: "Trails",
      CFBundleURLTypes: [{ CFBundleURLSchemes: ["other"] }],
      AdAttributionKit: { X: 1 },
    },
    options,
  );
  expect(plist).toEqual({
    CFBundleName: "Trails",
    CFBundleURLTypes: [{ CFBundleURLSchemes: ["other"] }, { CFBundleURLSchemes: ["trails"] }],
    NSUserTrackingUsageDescription: options.trackingText,
    NSAdvertisingAttributionReportEndpoint: "https://example.com",
    AdAttributionKit: { X: 1, AttributionCopyEndpoint: "https://example.com" },
    EligibleForAdAttributionKitReengagementPostbackCopies: true,
  });
});

test("entitlements: each link host once, next to others", () => {
  const key = "com.apple.developer.associated-domains";
  const once = applyEntitlements(
    { [key]: ["webcredentials:example.com", "applinks:go.example.com"] },
    options,
  );
  expect(once[key]).toEqual([
    "webcredentials:example.com",
    "applinks:go.example.com",
    "applinks:links.example.com",
  ]);
  expect(applyEntitlements({}, undefined)).toEqual({});
});

test("AndroidManifest.xml: links open the main activity, verified; Meta's apps are queried with the app's ID", () => {
  const { manifest } = applyManifest(aManifest(), options) as { manifest: Manifest };
  const [other, main] = manifest.application[0]!.activity;
  expect(other!["intent-filter"]).toBeUndefined();
  const filters = main!["intent-filter"]!.slice(1);
  const data = filters.map((filter) => [filter.$, filter.data![0]!.$]);
  expect(data).toEqual([
    [{ "android:autoVerify": "true" }, { "android:scheme": "https", "android:host": "links.example.com" }],
    [{ "android:autoVerify": "true" }, { "android:scheme": "https", "android:host": "go.example.com" }],
    [undefined, { "android:scheme": "trails" }],
  ]);
  for (const filter of filters) {
    expect(filter.action).toEqual([named("android.intent.action.VIEW")]);
    expect(filter.category).toHaveLength(2);
  }
  expect(manifest.queries![0]!.package).toContainEqual(named("com.instagram.android"));
  expect(manifest.application[0]!["meta-data"]).toEqual([
    { $: { "android:name": "io.cairn.meta_app_id", "android:value": "id:1234567890" } },
  ]);
});

test("advertising IDs and queries of Meta's apps are only added on request", () => {
  const { manifest } = applyManifest(aManifest(), {}) as { manifest: Manifest };
  expect(manifest.queries).toBeUndefined();
  expect(manifest.application[0]!["meta-data"]).toBeUndefined();
  const other = { type: "property", key: "org.gradle.jvmargs", value: "-Xmx2g" };
  const on = { type: "property", key: "cairn.advertisingId", value: "true" };
  expect(applyGradleProperties([other], options)).toEqual([other, on]);
  expect(applyGradleProperties([other, on], options)).toEqual([other, on]);
  expect(applyGradleProperties([other, on], {})).toEqual([other]);
  expect(applyPodfileProperties({ newArchEnabled: "true" }, options)).toEqual({
    newArchEnabled: "true",
    "cairn.advertisingId": "true",
  });
  expect(applyPodfileProperties({ "cairn.advertisingId": "true" }, {})).toEqual({});
});

test("applying twice changes nothing more", () => {
  const plist = applyInfoPlist(applyInfoPlist({}, options), options);
  expect(plist).toEqual(applyInfoPlist({}, options));
  const manifest = applyManifest(applyManifest(aManifest(), options), options);
  expect(manifest).toEqual(applyManifest(aManifest(), options));
});

test.each([
  [{ links: ["https://links.example.com"] }, /must be a host/],
  [{ scheme: "trails://" }, /without :\/\//],
  [{ postbacks: "http://example.com" }, /https address/],
  [{ metaAppId: "fb123" }, /number of your app/],
  [{ advertisingId: "yes" }, /true or false/],
  [{ link: "links.example.com" }, /no option link/],
])("%j is rejected with a message", (wrong, sentence) => {
  expect(() => applyInfoPlist({}, wrong as never)).toThrow(sentence);
});

test("an app without a main activity gets an error", () => {
  expect(() => applyManifest({ manifest: { application: [{ activity: [] }] } }, options)).toThrow(
    /main activity/,
  );
});
