import { Plus } from "lucide-react";
import { useId } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/fields/checkbox";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import { defaultRuleOf, namesText } from "./default-rule";
import type { DestinationForm } from "./destination-form";
import { MappingRuleRow } from "./rule-row";

/** The facts sent to a destination, and their names. The first matching rule applies. */
export function RulesField({ form, kind }: { form: DestinationForm; kind: ShownKind }) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: "rules" });
  const events = useId();
  const names = namesText(kind, kind.label);
  const next = kind.accepts.find((on) => !form.getValues("rules").some((rule) => rule.on === on));
  return (
    <>
      <datalist id={events}>
        {kind.known_events.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {names === null ? null : <p className="px-5 pb-3 text-muted text-sm">{names}</p>}
      {kind.sends === null ? null : (
        <p className="px-5 pb-3 text-muted text-sm">
          <span className="font-medium text-ink">{kind.sends.label}:</span> {kind.sends.hint}
        </p>
      )}
      {kind.group === "network" && kind.only_own ? (
        <p className="px-5 pb-4 text-muted text-sm">
          {t("The network receives only installs that are attributed to it, and their events.")}
        </p>
      ) : null}
      {kind.group === "network" && !kind.only_own && fields.length > 0 ? (
        <OnlyCustom form={form} kind={kind} />
      ) : null}
      {fields.length === 0 ? (
        <p className="px-5 py-4 text-muted text-sm">
          {t("Without a rule, the destination receives no events.")}
        </p>
      ) : (
        <ol aria-label={t("Rules")} className="divide-y border-y">
          {fields.map((field, index) => (
            <MappingRuleRow
              key={field.id}
              form={form}
              kind={kind}
              index={index}
              events={events}
              onRemove={() => remove(index)}
              onUp={index > 0 ? () => swap(index, index - 1) : undefined}
              onDown={index < fields.length - 1 ? () => swap(index, index + 1) : undefined}
            />
          ))}
        </ol>
      )}
      <div className="px-5 py-4">
        <Button
          size="sm"
          onClick={() =>
            append(defaultRuleOf(kind, (next ?? kind.accepts[0] ?? "event") as OutboundRule["on"]))
          }
        >
          <Plus className="size-3.5" />
          {t("Add rule")}
        </Button>
      </div>
    </>
  );
}

/** The condition applies to all rules. Otherwise the network would receive events of installs that it does not know. */
function OnlyCustom({ form, kind }: { form: DestinationForm; kind: ShownKind }) {
  const id = useId();
  const rules = useWatch({ control: form.control, name: "rules" });
  const own = rules.filter((rule) => rule.only_own === true).length;
  const set = (only: boolean) => {
    for (const index of rules.keys()) form.setValue(`rules.${index}.only_own`, only, { shouldDirty: true });
  };
  return (
    <div className="flex items-start gap-2.5 px-5 pb-4">
      <span className="flex h-5 items-center">
        <Checkbox
          id={id}
          checked={own === 0 ? false : own === rules.length ? true : "indeterminate"}
          onCheckedChange={(next) => set(next === true)}
          aria-describedby={`${id}-hint`}
        />
      </span>
      <div className="grid gap-0.5 text-sm">
        <label htmlFor={id}>
          {t("Only installs attributed to {label}, and their events", { label: kind.label })}
        </label>
        <p id={`${id}-hint`} className="text-muted">
          {own > 0 && own < rules.length
            ? t(
                "Only some rules use this. Choose the same for all rules, so that the network receives no events of unknown installs.",
              )
            : t(
                "Networks attribute by themselves: by default they get all installs and events, organic included.",
              )}
        </p>
      </div>
    </div>
  );
}
