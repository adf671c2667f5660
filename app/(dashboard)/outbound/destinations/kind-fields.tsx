import { CodeField, IdField, SelectField, SwitchField, TextField } from "@/components/fields/fields";
import { rich } from "@/components/rich";
import { t } from "@/lib/base/languages/texts";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import { AffiliateField } from "./affiliate-field";
import type { DestinationForm } from "./destination-form";
import { NetworkField } from "./network-field";

type KindFieldsProps = {
  form: DestinationForm;
  kind: ShownKind;
  /** Stored secrets; an empty field keeps its secret. */
  stored?: readonly string[];
  /** Removes a stored secret that is not needed. */
  onRemove?: (name: string, label: string) => void;
  /** A new destination starts with its first field. */
  isNew?: boolean;
};

/** The fields of a kind of destination, in its own terms. */
export function DestinationKindFields({
  form,
  kind,
  stored: storedFields = [],
  onRemove,
  isNew,
}: KindFieldsProps) {
  return kind.fields.map(({ name, label, hint, secret, optional, options }, index) => {
    if (secret) {
      const isStored = storedFields.includes(name);
      const field = {
        form,
        name: `secrets.${name}` as const,
        label,
        hint: !isStored
          ? hint
          : rich("Stored encrypted. Leave empty to keep it{value}.", {
              value:
                optional && onRemove
                  ? rich(", or <button>remove it</button>", {
                      button: (text) => (
                        <button
                          type="button"
                          aria-label={t("Remove {label}", { label })}
                          onClick={() => onRemove(name, label)}
                          className="rounded-sm text-danger underline underline-offset-4"
                        >
                          {text}
                        </button>
                      ),
                    })
                  : null,
            }),
        optional: optional && !isStored,
      };
      return options === "text" ? (
        <CodeField key={name} {...field} rows={4} />
      ) : (
        <TextField
          key={name}
          {...field}
          type="password"
          autoComplete="new-password"
          className="font-mono"
          placeholder={isStored ? "••••••••" : ""}
        />
      );
    }
    const field = { form, name: `settings.${name}` as const, label, hint, optional };
    if (kind.group === "affiliate" && name === "affiliate")
      return <AffiliateField key={name} form={form} label={label} hint={hint} />;
    if (kind.code === "custom_network" && name === "network")
      return <NetworkField key={name} form={form} label={label} hint={hint} />;
    if (options === "switch") return <SwitchField key={name} {...field} optional={false} />;
    if (options === "line") return <IdField key={name} {...field} autoFocus={isNew && index === 0} />;
    if (options === "text") return <CodeField key={name} {...field} rows={4} />;
    const none = optional ? [{ value: null, label: t("None") }] : [];
    return (
      <SelectField
        key={name}
        {...field}
        options={[...none, ...options.map((value) => ({ value, label: value }))]}
      />
    );
  });
}
