import { t } from "@/lib/base/languages/texts";
import {
  type ConsentState,
  type PrivacyMatrix,
  type SharedData,
  type SharedField,
  sharedFields,
} from "@/lib/outbound/privacy/labels";
import matrix from "@/lib/outbound/privacy/matrix.json" with { type: "json" };

/** The data that each destination receives with each consent. A test compares it with the sent requests. */
export const privacyMatrix = matrix as PrivacyMatrix;

export const isSkipped = (shared: SharedData): shared is { skipped: string } => "skipped" in shared;

const labelOf = (field: SharedField) => {
  const label = sharedFields[field];
  return /^[A-Z]{2}/.test(label) ? label : `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
};

const sentence = (words: string[]) => {
  const text = words.join(", ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

/** All fields of a full consent. */
export function sharedText({ shares: { allowed } }: PrivacyMatrix[number]): string {
  if (isSkipped(allowed)) return t("Nothing");
  const fields = Object.entries(allowed) as [SharedField, string][];
  return sentence(
    fields.map(([field, form]) =>
      form === "hashed" ? t("{field} (hashed)", { field: labelOf(field) }) : labelOf(field),
    ),
  );
}

/** The difference of a consent to a full one. */
export function differenceText({ shares }: PrivacyMatrix[number], state: ConsentState): string {
  const { allowed, [state]: shared } = shares;
  if (isSkipped(shared)) return t("Nothing");
  const missing = isSkipped(allowed)
    ? []
    : Object.keys(allowed).filter((field) => !Object.hasOwn(shared, field));
  return missing.length === 0
    ? t("The same")
    : t("Without {missing}", { missing: missing.map((field) => labelOf(field as SharedField)).join(", ") });
}
