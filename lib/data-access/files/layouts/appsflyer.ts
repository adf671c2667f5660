/** Files as AppsFlyer's Data Locker writes them: a folder for each report, snake names, times in UTC. Pure. */
import type { VendorLayout } from "@/lib/data-access/files/layouts/layout";
import {
  amountIn,
  campaignIdOf,
  dollarsOf,
  type LayoutRow,
  macroSource,
  type Source,
  sourceName,
} from "@/lib/data-access/files/layouts/rows";

const timeText = (at: Date | null | undefined) =>
  at ? at.toISOString().slice(0, 19).replace("T", " ") : null;

const eventNames: Partial<Record<LayoutRow["activity"], string>> = {
  rejected_install: "install",
  reattribution: "re-engagement",
};

/** Payments have the name that AppsFlyer predefines for purchases; refunds are purchases of a negative amount. */
const eventName = ({ activity, fact }: LayoutRow) => {
  if (activity !== "event") return eventNames[activity] ?? activity;
  return fact.kind === "event" ? fact.name : "af_purchase";
};

const matchTypes: Record<string, string> = {
  play_referrer: "gp_referrer",
  probabilistic: "probabilistic",
  advertising_id: "id_matching",
};

const personal = { personal: true } as const;
const part = (of: "adSet" | "creative" | "keyword", value: "id" | "name"): Source => ({
  of: ({ fact }) => fact.decision?.[of][value],
});
const install = (field: "osVersion" | "appVersion" | "language" | "deviceModel" | "package"): Source => ({
  of: ({ fact }) => fact.install?.[field],
});

/** Columns that mean something else in files than in postbacks, or only exist here. */
const own: Record<string, Source> = {
  attributed_touch_type: {
    of: ({ fact }) => fact.decision?.touch && (fact.decision.touch === "VIEW" ? "impression" : "click"),
  },
  attributed_touch_time: { of: ({ fact }) => timeText(fact.click?.at) },
  install_time: { of: ({ fact }) => timeText(fact.install?.at) },
  event_time: { of: ({ fact }) => timeText(fact.at) },
  event_name: { of: eventName },
  event_value: {
    ...personal,
    of: ({ fact }) => (Object.keys(fact.data).length === 0 ? null : JSON.stringify(fact.data)),
  },
  event_revenue: { of: (row) => amountIn(row.fact.money, row) },
  event_revenue_currency: { of: ({ fact }) => fact.money?.currency },
  event_revenue_usd: { of: (row) => amountIn(dollarsOf(row), row) },
  media_source: { of: (row) => sourceName(row, "organic") },
  af_keywords: part("keyword", "name"),
  af_c_id: { of: (row) => (row.fact.decision?.campaign ? campaignIdOf(row) : null) },
  af_adset: part("adSet", "name"),
  af_adset_id: part("adSet", "id"),
  af_ad: part("creative", "name"),
  af_ad_id: part("creative", "id"),
  customer_user_id: { of: ({ fact }) => fact.user?.id },
  // The other one of the two is IDFA's own column.
  advertising_id: macroSource("gps_adid")!,
  device_type: install("deviceModel"),
  os_version: install("osVersion"),
  app_version: install("appVersion"),
  language: install("language"),
  app_id: install("package"),
  bundle_id: install("package"),
  is_retargeting: { of: ({ activity }) => String(activity === "reattribution") },
  retargeting_conversion_type: {
    of: ({ activity }) => (activity === "reattribution" ? "re-engagement" : null),
  },
  is_primary_attribution: { of: () => "true" },
  match_type: { of: ({ fact }) => fact.decision && (matchTypes[fact.decision.method] ?? null) },
  blocked_reason: {
    of: ({ activity, fact }) => (activity === "rejected_install" ? fact.decision?.flags.join(",") : null),
  },
  deeplink_url: { ...personal, of: ({ fact }) => fact.url },
  af_siteid: macroSource("siteid")!,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`af_sub${n}`, macroSource(`sub_param_${n}`)!])),
};

const contributor = (n: number) =>
  ["touch_type", "touch_time", "af_prt", "match_type", "media_source", "campaign"].map(
    (name) => `contributor_${n}_${name}`,
  );

/** In the order of AppsFlyer's files. */
const names = [
  "attributed_touch_type,attributed_touch_time,install_time,event_time,event_name,event_value,event_revenue",
  "event_revenue_currency,event_revenue_usd,af_cost_model,af_cost_value,af_cost_currency,event_source",
  "is_receipt_validated,af_prt,media_source,af_channel,af_keywords,install_app_store,campaign,af_c_id,af_adset",
  "af_adset_id,af_ad,af_ad_id,af_ad_type,af_siteid,af_sub_siteid,af_sub1,af_sub2,af_sub3,af_sub4,af_sub5",
  ...[1, 2, 3].map((n) => contributor(n).join(",")),
  "region,country_code,state,city,postal_code,dma,ip,wifi,operator,carrier,language,appsflyer_id,customer_user_id",
  "android_id,advertising_id,imei,idfa,idfv,amazon_aid,device_type,device_category,platform,os_version,app_version",
  "sdk_version,app_id,app_name,bundle_id,is_retargeting,retargeting_conversion_type,is_primary_attribution",
  "af_attribution_lookback,af_reengagement_window,match_type,user_agent,http_referrer,original_url,gp_referrer",
  "gp_click_time,gp_install_begin,gp_broadcast_referrer,custom_data,network_account_id,keyword_match_type",
  "blocked_reason,blocked_reason_value,blocked_reason_rule,blocked_sub_reason,device_download_time,deeplink_url,oaid",
].flatMap((line) => line.split(","));

/** In AppsFlyer's meaning, the name of an app is not its package. */
const without = new Set(["app_name"]);
const columns = names.map((head) => ({
  head,
  source: Object.hasOwn(own, head) ? own[head]! : without.has(head) ? null : macroSource(head),
}));

const reports = [
  "installs",
  "reinstalls",
  "organic_reinstalls",
  "inapps",
  "conversions_retargeting",
  "uninstalls",
  "organic_uninstalls",
  "blocked_installs",
] as const;

/** Organic and attributed rows share the reports of installs and events, and differ in media_source. */
function reportOf({ activity, isOrganic }: LayoutRow): (typeof reports)[number] {
  switch (activity) {
    case "install":
      return "installs";
    case "reinstall":
      return isOrganic ? "organic_reinstalls" : "reinstalls";
    case "uninstall":
      return isOrganic ? "organic_uninstalls" : "uninstalls";
    case "rejected_install":
      return "blocked_installs";
    case "reattribution":
      return "conversions_retargeting";
    case "event":
      return "inapps";
  }
}

function folderOf(report: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `data-locker-hourly/t=${report}/dt=${day}/h=${Number(time.slice(0, 2))}`;
}

export const appsFlyerLayout: VendorLayout = {
  tables: reports.map((name) => ({ name, columns })),
  tablesOf: (row) => [reportOf(row)],
  partName: ({ table, run, part, at }) =>
    `${folderOf(table, at)}/part-${String(run).padStart(10, "0")}-${String(part).padStart(3, "0")}.gz`,
  /** Readers wait for them. */
  markers: (at) => reports.map((report) => `${folderOf(report, at)}/_SUCCESS`),
};
