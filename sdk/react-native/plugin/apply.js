// @ts-check
/**
 * What an app has to say of itself to the two systems so that Cairn works in it. Pure: each function changes the parsed
 * file it is given, and leaves what it finds there; running it twice is running it once.
 *
 * @typedef {object} Options
 * @property {string[]} [links] Hosts of your links, such as `links.example.com`: they open the app.
 * @property {string} [scheme] The app's own scheme, such as `trails`.
 * @property {string} [trackingText] Why the app asks to track; without it the app cannot ask.
 * @property {boolean} [advertisingId] The app may read the advertising ids of both systems.
 * @property {string} [metaAppId] The app's id with Meta: then the referrer of Meta's apps is read.
 * @property {string} [postbacks] The address that Apple sends copies of its postbacks to.
 */

const host = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** @param {Options | void} given @returns {Required<Pick<Options, "links">> & Options} */
function checked(given) {
  const options = given || {};
  const known = ["links", "scheme", "trackingText", "advertisingId", "metaAppId", "postbacks"];
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new Error(`Cairn's plugin has no option ${name}. It has ${known.join(", ")}.`);
  const links = options.links ?? [];
  for (const each of links)
    if (!host.test(each)) throw new Error(`links: "${each}" must be a host such as links.example.com.`);
  if (options.scheme !== undefined && !/^[a-z][a-z0-9+.-]*$/.test(options.scheme))
    throw new Error(`scheme: "${options.scheme}" must be one such as trails, without ://.`);
  if (options.advertisingId !== undefined && typeof options.advertisingId !== "boolean")
    throw new Error("advertisingId: must be true or false.");
  if (options.metaAppId !== undefined && !/^\d{5,20}$/.test(options.metaAppId))
    throw new Error(`metaAppId: "${options.metaAppId}" must be the number of your app with Meta, in quotes.`);
  if (options.postbacks !== undefined && !/^https:\/\/[a-z0-9.-]+$/.test(options.postbacks))
    throw new Error(`postbacks: "${options.postbacks}" must be an https address without a path.`);
  return { ...options, links };
}

/** @param {Record<string, any>} plist @param {Options | void} given */
function applyInfoPlist(plist, given) {
  const { scheme, trackingText, postbacks } = checked(given);
  if (trackingText) plist.NSUserTrackingUsageDescription = trackingText;
  if (postbacks) {
    plist.NSAdvertisingAttributionReportEndpoint = postbacks;
    plist.AdAttributionKit = { ...plist.AdAttributionKit, AttributionCopyEndpoint: postbacks };
    plist.EligibleForAdAttributionKitReengagementPostbackCopies = true;
  }
  if (scheme) {
    const types = plist.CFBundleURLTypes ?? [];
    const isThere = types.some((/** @type {any} */ type) => type.CFBundleURLSchemes?.includes(scheme));
    plist.CFBundleURLTypes = isThere ? types : [...types, { CFBundleURLSchemes: [scheme] }];
  }
  return plist;
}

/** @param {Record<string, any>} entitlements @param {Options | void} given */
function applyEntitlements(entitlements, given) {
  const { links } = checked(given);
  if (links.length === 0) return entitlements;
  const key = "com.apple.developer.associated-domains";
  const wanted = links.map((link) => `applinks:${link}`);
  entitlements[key] = [...new Set([...(entitlements[key] ?? []), ...wanted])];
  return entitlements;
}

/** The apps whose referrer tells of ads of Meta. */
const metaApps = ["com.facebook.katana", "com.instagram.android", "com.facebook.lite"];

/** @param {any} file The parsed AndroidManifest.xml. @param {Options | void} given */
function applyManifest(file, given) {
  const { links, scheme, metaAppId } = checked(given);
  const { manifest } = file;
  if (metaAppId !== undefined) applyMeta(manifest, metaAppId);
  const activity = mainActivity(manifest);
  activity["intent-filter"] ??= [];
  const filters = activity["intent-filter"];
  for (const link of links)
    if (!holds(filters, "android:host", link))
      filters.push(
        filterOf({ "android:scheme": "https", "android:host": link }, { "android:autoVerify": "true" }),
      );
  if (scheme && !holds(filters, "android:scheme", scheme))
    filters.push(filterOf({ "android:scheme": scheme }, {}));
  return file;
}

/** @param {any} manifest @param {string} id */
function applyMeta(manifest, id) {
  manifest.queries ??= [];
  if (manifest.queries.length === 0) manifest.queries.push({});
  manifest.queries[0].package ??= [];
  const packages = manifest.queries[0].package;
  for (const name of metaApps)
    if (!packages.some((/** @type {any} */ each) => each.$["android:name"] === name))
      packages.push({ $: { "android:name": name } });
  const application = manifest.application?.[0];
  if (!application) return;
  const name = "io.cairn.meta_app_id";
  const others = (application["meta-data"] ?? []).filter(
    (/** @type {any} */ each) => each.$["android:name"] !== name,
  );
  // Digits alone would be read as a number, which is too large for one.
  application["meta-data"] = [...others, { $: { "android:name": name, "android:value": `id:${id}` } }];
}

/** @param {{ type: string, key?: string, value?: string }[]} properties Of gradle.properties. @param {Options | void} given */
function applyGradleProperties(properties, given) {
  const { advertisingId } = checked(given);
  const key = "cairn.advertisingId";
  const others = properties.filter((each) => each.key !== key);
  return advertisingId ? [...others, { type: "property", key, value: "true" }] : others;
}

/** @param {Record<string, string | boolean>} properties Of Podfile.properties.json. @param {Options | void} given */
function applyPodfileProperties(properties, given) {
  const { advertisingId } = checked(given);
  const key = "cairn.advertisingId";
  if (advertisingId) properties[key] = "true";
  else delete properties[key];
  return properties;
}

/** @param {any} manifest */
function mainActivity(manifest) {
  const activities = manifest.application?.[0]?.activity ?? [];
  const isMain = (/** @type {any} */ activity) =>
    (activity["intent-filter"] ?? []).some((/** @type {any} */ filter) =>
      (filter.action ?? []).some(
        (/** @type {any} */ action) => action.$["android:name"] === "android.intent.action.MAIN",
      ),
    );
  const found = activities.find(isMain);
  if (!found) throw new Error("Cairn's plugin can't find a main activity in AndroidManifest.xml.");
  return found;
}

/** @param {any[]} filters @param {string} name @param {string} value */
const holds = (filters, name, value) =>
  filters.some((filter) => (filter.data ?? []).some((/** @type {any} */ data) => data.$[name] === value));

/** @param {Record<string, string>} data @param {Record<string, string>} attributes */
const filterOf = (data, attributes) => ({
  ...(Object.keys(attributes).length > 0 ? { $: attributes } : {}),
  action: [{ $: { "android:name": "android.intent.action.VIEW" } }],
  category: [
    { $: { "android:name": "android.intent.category.DEFAULT" } },
    { $: { "android:name": "android.intent.category.BROWSABLE" } },
  ],
  data: [{ $: data }],
});

module.exports = {
  applyEntitlements,
  applyGradleProperties,
  applyInfoPlist,
  applyManifest,
  applyPodfileProperties,
};
