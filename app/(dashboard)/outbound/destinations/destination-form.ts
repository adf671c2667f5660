import { z } from "zod";
import type { FormOf } from "@/components/fields/form";
import { requiredLine } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination, ShownKind } from "@/lib/outbound/destinations/schema";
import { type OutboundRule, outboundRules } from "@/lib/outbound/mapping/rule";

const required = (label: string) => t("{label} is required.", { label });

/** Checks the required fields of a kind. The server validates the rest, and its errors appear at the same fields. */
export const destinationForm = (kind: ShownKind, storedSecrets: readonly string[]) =>
  z
    .object({
      name: requiredLine(t("Name")),
      settings: z.record(z.string(), z.union([z.string().trim(), z.boolean(), z.null()])),
      secrets: z.record(z.string(), z.string()),
      rules: outboundRules,
    })
    .superRefine(({ settings, secrets }, context) => {
      for (const { name, label, secret, optional, options } of kind.fields) {
        const given = (secret ? secrets : settings)[name];
        if (optional || options === "switch" || given || (secret && storedSecrets.includes(name))) continue;
        context.addIssue({
          code: "custom",
          path: [secret ? "secrets" : "settings", name],
          message: required(label),
        });
      }
    });

type Schema = ReturnType<typeof destinationForm>;
export type DestinationFormInput = z.input<Schema>;
export type DestinationValues = z.output<Schema>;
export type DestinationForm = FormOf<DestinationFormInput, DestinationValues>;
/** One rule of the form. */
export type RuleProps = { form: DestinationForm; index: number };

/** The stored values, or the defaults of a new destination. Stored secrets are never shown. */
export function destinationValues(kind: ShownKind, row: ShownDestination | null): DestinationFormInput {
  const settings = kind.fields.filter(({ secret }) => !secret);
  return {
    name: row?.name ?? kind.label,
    settings: Object.fromEntries(
      settings.map(({ name, options, optional }) => {
        const value = row?.settings[name];
        if (options === "switch") return [name, value === true];
        if (typeof options !== "object") return [name, String(value ?? "")];
        return [name, value == null ? (optional ? null : (options[0] ?? null)) : String(value)];
      }),
    ),
    secrets: Object.fromEntries(
      kind.fields.flatMap(({ name, secret }) => (secret ? [[name, ""] as const] : [])),
    ),
    rules: (row?.rules ?? kind.suggested) as OutboundRule[],
  };
}

/** Empty fields are not sent: a setting then has no value, and a secret remains as stored. */
export function destinationBody({ name, settings, secrets, rules }: DestinationValues) {
  const given = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null));
  return { name, settings: given(settings), secrets: given(secrets), rules };
}
