import { z } from "zod";
import {
  type FraudSettings,
  fraudLevels,
  fraudRules,
  type RuleName,
  ruleNames,
  type Threshold,
} from "@/lib/attribution/fraud/rules";
import { t } from "@/lib/base/languages/texts";

const shapeOf = (name: RuleName) => {
  const thresholds: Record<string, Threshold> = fraudRules[name].thresholds;
  const numbers = Object.entries(thresholds).map(([key, { label, least: min, most: max }]) => [
    key,
    z
      .number({ error: `${label} must be a number.` })
      .min(min, t("{label}: enter at least {min}.", { label, min }))
      .max(max, t("{label}: enter at most {max}.", { label, max })),
  ]);
  return z
    .object({
      level: z.enum(fraudLevels, {
        error: t("The action must be one of {fraudLevels}.", { fraudLevels: fraudLevels.join(", ") }),
      }),
      ...Object.fromEntries(numbers),
    })
    .partial();
};

/** A project's own settings, which replace values of the table above. */
export const fraudChanges = z
  .object(
    Object.fromEntries(ruleNames.map((name) => [name, shapeOf(name)])) as Record<
      RuleName,
      ReturnType<typeof shapeOf>
    >,
  )
  .partial();

/** Every rule with its level and thresholds, in the order of the table. */
export function fraudSettingsOf(changes: z.output<typeof fraudChanges> | undefined): FraudSettings {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const name of ruleNames) {
    const thresholds: Record<string, Threshold> = fraudRules[name].thresholds;
    settings[name] = { level: fraudRules[name].level };
    for (const [key, { usual: defaultValue }] of Object.entries(thresholds))
      settings[name][key] = defaultValue;
    for (const [key, value] of Object.entries(changes?.[name] ?? {}))
      if (key in settings[name] && value !== undefined) settings[name][key] = value;
  }
  return settings as FraudSettings;
}
