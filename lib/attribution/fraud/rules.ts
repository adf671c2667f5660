/** The fraud rules, as data: what each looks for, its thresholds, and what is done about what it finds. Pure. */
import { z } from "zod";

/** Consequences for an install that a rule fires on, mildest first. */
export const levels = ["off", "tag", "hold", "reject"] as const;
export type Level = (typeof levels)[number];

type Threshold = { label: string; unit: string; usual: number; least: number; most: number };
type FraudRule = {
  label: string;
  meaning: string;
  /** The level that a rule starts at: it is watched before it takes anything from anybody. */
  level: Level;
  thresholds: Record<string, Threshold>;
};

export const fraudRules = {
  click_injection: {
    label: "Click injection",
    meaning:
      "The click was made after the download had begun: an app on the device saw the download and claimed it. Such a click never wins, whatever the level.",
    level: "tag",
    thresholds: {},
  },
  click_reuse: {
    label: "Click used again",
    meaning:
      "The install brought a click that had already led to an install on another device. A click decides one device; a second one never wins by it, whatever the level.",
    level: "tag",
    thresholds: {},
  },
  too_fast: {
    label: "Too fast",
    meaning: "Between click and download, or click and first open, was less time than a store needs.",
    level: "tag",
    thresholds: {
      download_seconds: {
        label: "Click to download",
        unit: "seconds",
        usual: 2,
        least: 0,
        most: 60,
      },
      open_seconds: { label: "Click to first open", unit: "seconds", usual: 10, least: 0, most: 300 },
    },
  },
  click_flooding: {
    label: "Click flooding",
    meaning:
      "In the seven days before, the campaign's installs came hours or days after their clicks, as they do when clicks are reported at random. Only those that followed late are flagged.",
    level: "tag",
    thresholds: {
      installs: {
        label: "Installs in seven days, at least",
        unit: "installs",
        usual: 50,
        least: 10,
        most: 10_000,
      },
      late_percent: {
        label: "More than a day after the click, at least",
        unit: "%",
        usual: 30,
        least: 1,
        most: 100,
      },
      early_percent: { label: "Or within the hour, fewer than", unit: "%", usual: 50, least: 0, most: 99 },
      after_hours: { label: "Flag what came after", unit: "hours", usual: 1, least: 0, most: 168 },
    },
  },
  hyper_engagement: {
    label: "Hyper-engagement",
    meaning:
      "The same browser behind the same address followed one campaign's links again and again within ten minutes; or nearly every click of the campaign became an install in the seven days before, as no audience of people does.",
    level: "tag",
    thresholds: {
      clicks: { label: "More clicks than", unit: "clicks", usual: 20, least: 2, most: 500 },
      installs: {
        label: "Installs in seven days, at least",
        unit: "installs",
        usual: 50,
        least: 10,
        most: 10_000,
      },
      converted_percent: {
        label: "Clicks that became installs, at least",
        unit: "%",
        usual: 80,
        least: 1,
        most: 100,
      },
    },
  },
  anonymous_address: {
    label: "Anonymous address",
    meaning:
      "Click or install came from an address of a list this server was given: data centres, proxies, Tor. Without a list it finds nothing.",
    level: "tag",
    thresholds: {},
  },
  country_mismatch: {
    label: "Other country",
    meaning: "The click came from another country than the install.",
    level: "tag",
    thresholds: {},
  },
  device_mismatch: {
    label: "Other device",
    meaning: "The install brought a click that was made on another system or named another device.",
    level: "tag",
    thresholds: {},
  },
  install_farm: {
    label: "Install farm",
    meaning: "So many new installs behind one address within an hour.",
    level: "tag",
    thresholds: {
      installs: { label: "More installs than", unit: "an hour", usual: 10, least: 1, most: 500 },
    },
  },
} as const satisfies Record<string, FraudRule>;

export type RuleName = keyof typeof fraudRules;
const ruleNames = Object.keys(fraudRules) as [RuleName, ...RuleName[]];

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(fraudRules, name);

type Thresholds<Name extends RuleName> = Record<keyof (typeof fraudRules)[Name]["thresholds"], number>;
export type FraudSettings = { [Name in RuleName]: { level: Level } & Thresholds<Name> };

const shapeOf = (name: RuleName) => {
  const thresholds: Record<string, Threshold> = fraudRules[name].thresholds;
  const numbers = Object.entries(thresholds).map(([key, { label, least, most }]) => [
    key,
    z
      .number({ error: `${label} must be a number.` })
      .min(least, `${label}: not less than ${least}.`)
      .max(most, `${label}: not more than ${most}.`),
  ]);
  return z
    .object({
      level: z.enum(levels, { error: `The level must be one of ${levels.join(", ")}.` }),
      ...Object.fromEntries(numbers),
    })
    .partial();
};

/** A project's own settings, over those of the table above. */
export const fraudChanges = z
  .object(
    Object.fromEntries(ruleNames.map((name) => [name, shapeOf(name)])) as Record<
      RuleName,
      ReturnType<typeof shapeOf>
    >,
  )
  .partial();

/** Every rule with its level and thresholds, always in the order of the table. */
export function fraudSettingsOf(changes: z.output<typeof fraudChanges> | undefined): FraudSettings {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const name of ruleNames) {
    const thresholds: Record<string, Threshold> = fraudRules[name].thresholds;
    settings[name] = { level: fraudRules[name].level };
    for (const [key, { usual }] of Object.entries(thresholds)) settings[name][key] = usual;
    for (const [key, value] of Object.entries(changes?.[name] ?? {}))
      if (key in settings[name] && value !== undefined) settings[name][key] = value;
  }
  return settings as FraudSettings;
}
