import { t } from "@/lib/base/languages/texts";
/** The fraud rules as data: the pattern of each, its thresholds and its consequence. Pure. */

/** Consequences for an install if a rule fires, mildest first. */
export const fraudLevels = ["off", "tag", "hold", "reject"] as const;
export type FraudLevel = (typeof fraudLevels)[number];

export type Threshold = { label: string; unit: string; usual: number; least: number; most: number };
type FraudRule = {
  label: string;
  meaning: string;
  /** The default level: a new rule reports before it rejects. */
  level: FraudLevel;
  thresholds: Record<string, Threshold>;
};

export const fraudRules = {
  click_injection: {
    label: t("Click injection"),
    meaning: t(
      "The click came after the download had begun: an app on the device noticed the download and claimed it. Such clicks never win, whatever the action.",
    ),
    level: "tag",
    thresholds: {},
  },
  click_reuse: {
    label: t("Reused click"),
    meaning: t(
      "The click had already led to an install on another device. A click counts for one device only, whatever the action.",
    ),
    level: "tag",
    thresholds: {},
  },
  too_fast: {
    label: t("Too fast"),
    meaning: t("Less time between click and download, or click and first open, than a store download needs."),
    level: "tag",
    thresholds: {
      download_seconds: {
        label: t("Click to download"),
        unit: "seconds",
        usual: 2,
        least: 0,
        most: 60,
      },
      open_seconds: { label: t("Click to first open"), unit: "seconds", usual: 10, least: 0, most: 300 },
    },
  },
  click_flooding: {
    label: t("Click flooding"),
    meaning: t(
      "Over the past seven days the campaign's installs came hours or days after their clicks, a sign of clicks reported at random. Only late installs are flagged.",
    ),
    level: "tag",
    thresholds: {
      installs: {
        label: t("Minimum installs in seven days"),
        unit: "installs",
        usual: 50,
        least: 10,
        most: 10_000,
      },
      late_percent: {
        label: t("Minimum share more than a day after the click"),
        unit: "%",
        usual: 30,
        least: 1,
        most: 100,
      },
      early_percent: {
        label: t("Or maximum share within the hour"),
        unit: "%",
        usual: 50,
        least: 0,
        most: 99,
      },
      after_hours: { label: t("Flag installs after"), unit: "hours", usual: 1, least: 0, most: 168 },
    },
  },
  hyper_engagement: {
    label: t("Hyper-engagement"),
    meaning: t(
      "One browser on one IP clicked a campaign's links again and again within ten minutes, or nearly every click became an install over the past seven days. Real audiences don't do that.",
    ),
    level: "tag",
    thresholds: {
      clicks: { label: t("More clicks than"), unit: "clicks", usual: 20, least: 2, most: 500 },
      installs: {
        label: t("Minimum installs in seven days"),
        unit: "installs",
        usual: 50,
        least: 10,
        most: 10_000,
      },
      converted_percent: {
        label: t("Minimum click-to-install rate"),
        unit: "%",
        usual: 80,
        least: 1,
        most: 100,
      },
    },
  },
  anonymous_address: {
    label: t("Anonymous IP"),
    meaning: t(
      "The click or install came from an IP on one of this server's lists: data centers, proxies, Tor. Finds nothing until a list is loaded.",
    ),
    level: "tag",
    thresholds: {},
  },
  country_mismatch: {
    label: t("Different country"),
    meaning: t("The click came from a different country than the install."),
    level: "tag",
    thresholds: {},
  },
  device_mismatch: {
    label: t("Different device"),
    meaning: t("The click was made on a different operating system or carries a different device ID."),
    level: "tag",
    thresholds: {},
  },
  block_list: {
    label: t("Block list"),
    meaning: t(
      "The click or install matches an entry of the project's block list: a publisher, network, IP range, country, app version or system. Each entry has its own action; the one chosen here is the mildest. Off ignores the list.",
    ),
    level: "tag",
    thresholds: {},
  },
  install_farm: {
    label: t("Install farm"),
    meaning: t("Too many new installs from one IP within an hour."),
    level: "tag",
    thresholds: {
      installs: { label: t("More installs than"), unit: t("per hour"), usual: 10, least: 1, most: 500 },
    },
  },
} as const satisfies Record<string, FraudRule>;

export type RuleName = keyof typeof fraudRules;
export const ruleNames = Object.keys(fraudRules) as [RuleName, ...RuleName[]];

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(fraudRules, name);

type Thresholds<Name extends RuleName> = Record<keyof (typeof fraudRules)[Name]["thresholds"], number>;
export type FraudSettings = { [Name in RuleName]: { level: FraudLevel } & Thresholds<Name> };
