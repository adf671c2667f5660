import type { MemberAction } from "@/lib/accounts/access/roles";
import type { UsedFeatures } from "@/lib/activity/features/schema";

/** A screen of a project. `path` follows the project's address. */
export type Screen = {
  label: string;
  path: string;
  /** The title of the browser tab, if the label alone is unclear. */
  title?: string;
  /** The title of the browser tab on a page about one item. */
  one?: string;
  /** Further search terms. */
  about?: string;
  /** The permission that the screen requires; undefined if every role may see it. */
  needs?: MemberAction;
  /** The menus list it only if the project uses the feature. The search always does. */
  feature?: keyof UsedFeatures;
  /** It has a tab below the titles of its neighbours. */
  tab?: boolean;
  /** The tab of the screen itself, if none of `screens` has its address. */
  self?: string;
  screens?: readonly Screen[];
};

export const campaignsScreen: Screen = {
  label: "Campaigns",
  path: "/campaigns",
  one: "Campaign",
  self: "Campaigns",
  screens: [
    { label: "New campaign", path: "/campaigns/new", needs: "campaigns.write" },
    {
      label: "Create many campaigns",
      path: "/campaigns/new-many",
      about: "Bulk, CSV, spreadsheet, import",
      needs: "campaigns.write",
    },
    {
      label: "Templates",
      title: "Campaign templates",
      path: "/campaigns/templates",
      tab: true,
      about: "Settings that new campaigns start with",
    },
  ],
};

export const spendScreen: Screen = {
  label: "Spend",
  path: "/spend",
  self: "Spend",
  screens: [
    {
      label: "Sources",
      title: "Spend sources",
      path: "/spend/sources",
      tab: true,
      about: "Ad accounts, connected accounts, syncs, uploads, imports",
    },
    { label: "Upload file", one: "Uploaded file", path: "/spend/upload" },
    { label: "Imports", path: "/spend/imports" },
    { label: "Exchange rates", path: "/spend/rates" },
  ],
};

export const activityScreen: Screen = {
  label: "Activity",
  path: "/clicks",
  screens: [
    { label: "Clicks", path: "/clicks", tab: true, about: "Clicks, ad views, bots" },
    {
      label: "Installs",
      one: "Install",
      path: "/installs",
      tab: true,
      about: "Attribution, explain, devices, suspicious, fraud",
    },
    { label: "Sign-ups", path: "/sign-ups", tab: true, about: "Users, registrations, trigger" },
    { label: "Events", path: "/events", tab: true },
    { label: "Payments", path: "/payments", tab: true, about: "Revenue, refunds, removed" },
    {
      label: "Ad revenue",
      path: "/ad-revenue",
      tab: true,
      about: "Impressions, networks, placements",
      feature: "ad_revenue",
    },
    {
      label: "Purchases",
      path: "/purchases",
      tab: true,
      about: "App Store, Google Play, RevenueCat, Adapty, validation, renewals",
    },
    {
      label: "Uninstalls",
      path: "/uninstalls",
      tab: true,
      about: "Uninstall tracking with Firebase and Apple push",
    },
  ],
};

export const webToAppScreen: Screen = {
  label: "Web to app",
  path: "/web-to-app",
  self: "Funnel",
  feature: "web_to_app",
  about: "Website, visitors, store buttons, funnel, cairn.js",
  screens: [
    {
      label: "Visitors",
      title: "Web visitors",
      path: "/web-to-app/visitors",
      tab: true,
      about: "Website visits, utm_source, store clicks",
    },
  ],
};

export const iosScreen: Screen = {
  label: "iOS",
  title: "SKAdNetwork and AdAttributionKit",
  path: "/ios",
  self: "Figures",
  feature: "ios",
  about: "SKAdNetwork, SKAN, AdAttributionKit, Apple postbacks, privacy, source identifier",
  screens: [
    {
      label: "iOS estimate",
      title: "iOS in one figure",
      path: "/ios/estimate",
      tab: true,
      about:
        "SKAN, deduplicate, estimate, counted twice, null values, organic iOS, incremental, one iOS figure",
    },
    {
      label: "Postbacks",
      title: "Apple postbacks",
      one: "Apple postback",
      path: "/ios/postbacks",
      tab: true,
      about: "SKAN, raw, signature, verified",
    },
    {
      label: "Conversion values",
      path: "/ios/conversion-values",
      tab: true,
      about: "Conversion values that iOS apps report to Apple",
    },
    {
      label: "Setup",
      title: "SKAdNetwork setup",
      path: "/ios/setup",
      tab: true,
      about:
        "Info.plist, NSAdvertisingAttributionReportEndpoint, nginx, Caddy, import, networks, source identifiers",
    },
  ],
};

export const attributionScreen: Screen = {
  label: "Attribution",
  path: "/attribution",
  screens: [
    {
      label: "Rules",
      title: "Attribution rules",
      path: "/attribution",
      tab: true,
      about: "Attribution windows, fraud, probabilistic matching",
    },
    {
      label: "What-if tests",
      path: "/attribution/what-if",
      one: "What-if test",
      tab: true,
      about: "What-if tests, replay",
    },
    {
      label: "Simulator",
      path: "/attribution/simulator",
      tab: true,
      about: "Test which click would win an install",
    },
    {
      label: "Meta referrer",
      path: "/attribution/meta-referrer",
      tab: true,
      about: "The key for Meta’s encrypted install referrer",
    },
  ],
};

export const destinationsScreen: Screen = {
  label: "Destinations",
  one: "Destination",
  path: "/destinations",
  self: "Destinations",
  about: "Conversions, postbacks, webhooks, Meta, Google, TikTok, affiliates",
  needs: "destinations.read",
  screens: [
    { label: "Add destination", path: "/destinations/new", needs: "destinations.write" },
    {
      label: "Deliveries",
      one: "Delivery",
      path: "/deliveries",
      tab: true,
      about: "Sent and skipped events, reasons, payload, replay, send again",
    },
    {
      label: "Audiences",
      one: "Audience",
      path: "/audiences",
      tab: true,
      about: "Custom audiences, Customer Match, retargeting, exclusion, hold-out, CSV",
      needs: "audiences.read",
    },
  ],
};

export const developersScreen: Screen = {
  label: "Developers",
  path: "/developers",
  screens: [
    {
      label: "Integrate",
      path: "/developers",
      tab: true,
      about: "SDK, Android, Kotlin, iOS, Swift, React Native, Flutter, curl",
    },
    {
      label: "Keys",
      path: "/developers/keys",
      tab: true,
      about: "App token, server keys, API keys, signing, rotate",
    },
    {
      label: "Files",
      title: "Scheduled files",
      path: "/developers/files",
      tab: true,
      one: "Scheduled files",
      about: "Parquet, CSV, NDJSON, S3, export, warehouse, BigQuery, DuckDB, raw data",
      needs: "files.read",
    },
    {
      label: "Test",
      path: "/developers/test",
      tab: true,
      about: "Debugger",
      screens: [
        {
          label: "Live",
          title: "Live events",
          path: "/developers/test",
          tab: true,
          about: "Debugger, incoming events, rejected calls, debug",
        },
        {
          label: "Devices",
          path: "/developers/test/devices",
          tab: true,
          about: "Debug console: a phone's calls and responses. Test devices, excluded from reports",
          needs: "devices.read",
        },
        {
          label: "Link check",
          path: "/developers/test/links",
          tab: true,
          about: "Link tester: a link's destination, and why",
        },
      ],
    },
  ],
};

/** The bell in the top bar leads to it. */
export const alertsScreen: Screen = {
  label: "Alerts",
  path: "/alerts",
  one: "Alert rule",
  about: "Notifications, anomalies, budget, drop, quiet, threshold",
  screens: [{ label: "New alert rule", path: "/alerts/new", needs: "alerts.write" }],
};
