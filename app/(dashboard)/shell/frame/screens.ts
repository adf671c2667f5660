import type { MemberAction } from "@/lib/accounts/access/roles";
import type { UsedFeatures } from "@/lib/activity/features/schema";
import { t } from "@/lib/base/languages/texts";

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
  label: t("Campaigns"),
  path: "/campaigns",
  one: t("Campaign"),
  self: t("Campaigns"),
  screens: [
    { label: t("New campaign"), path: "/campaigns/new", needs: "campaigns.write" },
    {
      label: t("Create many campaigns"),
      path: "/campaigns/new-many",
      about: t("Bulk, CSV, spreadsheet, import"),
      needs: "campaigns.write",
    },
    {
      label: t("Templates"),
      title: t("Campaign templates"),
      path: "/campaigns/templates",
      tab: true,
      about: t("Settings that new campaigns start with"),
    },
  ],
};

export const spendScreen: Screen = {
  label: t("Spend"),
  path: "/spend",
  self: t("Spend"),
  screens: [
    {
      label: t("Sources"),
      title: t("Spend sources"),
      path: "/spend/sources",
      tab: true,
      about: t("Ad accounts, connected accounts, syncs, uploads, imports"),
    },
    { label: t("Upload file"), one: t("Uploaded file"), path: "/spend/upload" },
    { label: t("Imports"), path: "/spend/imports" },
    { label: t("Exchange rates"), path: "/spend/rates" },
  ],
};

export const activityScreen: Screen = {
  label: t("Activity"),
  path: "/clicks",
  screens: [
    { label: t("Clicks"), path: "/clicks", tab: true, about: t("Clicks, ad views, bots") },
    {
      label: t("Installs"),
      one: t("Install"),
      path: "/installs",
      tab: true,
      about: t("Attribution, explain, devices, suspicious, fraud"),
    },
    { label: t("Sign-ups"), path: "/sign-ups", tab: true, about: t("Users, registrations, trigger") },
    { label: t("Events"), path: "/events", tab: true },
    { label: t("Payments"), path: "/payments", tab: true, about: t("Revenue, refunds, removed") },
    {
      label: t("Ad revenue"),
      path: "/ad-revenue",
      tab: true,
      about: t("Impressions, networks, placements"),
      feature: "ad_revenue",
    },
    {
      label: t("Purchases"),
      path: "/purchases",
      tab: true,
      about: t("App Store, Google Play, RevenueCat, Adapty, validation, renewals"),
    },
    {
      label: t("Uninstalls"),
      path: "/uninstalls",
      tab: true,
      about: t("Uninstall tracking with Firebase and Apple push"),
    },
  ],
};

export const webToAppScreen: Screen = {
  label: t("Web to app"),
  path: "/web-to-app",
  self: t("Funnel"),
  feature: "web_to_app",
  about: t("Website, visitors, store buttons, funnel, cairn.js"),
  screens: [
    {
      label: t("Visitors"),
      title: t("Web visitors"),
      path: "/web-to-app/visitors",
      tab: true,
      about: t("Website visits, utm_source, store clicks"),
    },
  ],
};

export const iosScreen: Screen = {
  label: "iOS",
  title: t("SKAdNetwork and AdAttributionKit"),
  path: "/ios",
  self: t("Figures"),
  feature: "ios",
  about: t("SKAdNetwork, SKAN, AdAttributionKit, Apple postbacks, privacy, source identifier"),
  screens: [
    {
      label: "iOS estimate",
      title: t("iOS in one figure"),
      path: "/ios/estimate",
      tab: true,
      about: t(
        "SKAN, deduplicate, estimate, counted twice, null values, organic iOS, incremental, one iOS figure",
      ),
    },
    {
      label: t("Postbacks"),
      title: t("Apple postbacks"),
      one: t("Apple postback"),
      path: "/ios/postbacks",
      tab: true,
      about: t("SKAN, raw, signature, verified"),
    },
    {
      label: t("Conversion values"),
      path: "/ios/conversion-values",
      tab: true,
      about: t("Conversion values that iOS apps report to Apple"),
    },
    {
      label: t("Setup"),
      title: t("SKAdNetwork setup"),
      path: "/ios/setup",
      tab: true,
      about:
        "Info.plist, NSAdvertisingAttributionReportEndpoint, nginx, Caddy, import, networks, source identifiers",
    },
  ],
};

export const attributionScreen: Screen = {
  label: t("Attribution"),
  path: "/attribution",
  screens: [
    {
      label: t("Rules"),
      title: t("Attribution rules"),
      path: "/attribution",
      tab: true,
      about: t("Attribution windows, fraud, probabilistic matching"),
    },
    {
      label: t("What-if tests"),
      path: "/attribution/what-if",
      one: t("What-if test"),
      tab: true,
      about: t("What-if tests, replay"),
    },
    {
      label: t("Simulator"),
      path: "/attribution/simulator",
      tab: true,
      about: t("Test which click would win an install"),
    },
    {
      label: t("Meta referrer"),
      path: "/attribution/meta-referrer",
      tab: true,
      about: t("The key for Meta’s encrypted install referrer"),
    },
  ],
};

export const destinationsScreen: Screen = {
  label: t("Destinations"),
  one: t("Destination"),
  path: "/destinations",
  self: t("Destinations"),
  about: t("Conversions, postbacks, webhooks, Meta, Google, TikTok, affiliates"),
  needs: "destinations.read",
  screens: [
    { label: t("Add destination"), path: "/destinations/new", needs: "destinations.write" },
    {
      label: t("Deliveries"),
      one: t("Delivery"),
      path: "/deliveries",
      tab: true,
      about: t("Sent and skipped events, reasons, payload, replay, send again"),
    },
    {
      label: t("Audiences"),
      one: t("Audience"),
      path: "/audiences",
      tab: true,
      about: t("Custom audiences, Customer Match, retargeting, exclusion, hold-out, CSV"),
      needs: "audiences.read",
    },
  ],
};

export const developersScreen: Screen = {
  label: t("Developers"),
  path: "/developers",
  screens: [
    {
      label: t("Integrate"),
      path: "/developers",
      tab: true,
      about: t("SDK, Android, Kotlin, iOS, Swift, React Native, Flutter, curl"),
    },
    {
      label: t("Keys"),
      path: "/developers/keys",
      tab: true,
      about: t("App token, server keys, API keys, signing, rotate"),
    },
    {
      label: t("Files"),
      title: t("Scheduled files"),
      path: "/developers/files",
      tab: true,
      one: t("Scheduled files"),
      about: t("Parquet, CSV, NDJSON, S3, export, warehouse, BigQuery, DuckDB, raw data"),
      needs: "files.read",
    },
    {
      label: t("Test"),
      path: "/developers/test",
      tab: true,
      about: t("Debugger"),
      screens: [
        {
          label: t("Live"),
          title: t("Live events"),
          path: "/developers/test",
          tab: true,
          about: t("Debugger, incoming events, rejected calls, debug"),
        },
        {
          label: t("Devices"),
          path: "/developers/test/devices",
          tab: true,
          about: t("Debug console: a phone's calls and responses. Test devices, excluded from reports"),
          needs: "devices.read",
        },
        {
          label: t("Link check"),
          path: "/developers/test/links",
          tab: true,
          about: t("Link tester: a link's destination, and why"),
        },
      ],
    },
  ],
};

/** The bell in the top bar leads to it. */
export const alertsScreen: Screen = {
  label: t("Alerts"),
  path: "/alerts",
  one: t("Alert rule"),
  about: t("Notifications, anomalies, budget, drop, quiet, threshold"),
  screens: [{ label: t("New alert rule"), path: "/alerts/new", needs: "alerts.write" }],
};
