import { ArrowDown, ArrowRight, ArrowUp, Trash2 } from "lucide-react";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { factName } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { Input } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import { defaultRuleOf } from "./default-rule";
import type { RuleProps } from "./destination-form";
import { RuleConditions } from "./rule-conditions";
import { RuleValue } from "./rule-value";

type RuleRowProps = RuleProps & {
  kind: ShownKind;
  /** The ID of the datalist with the destination's known events. */
  events: string;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** One line of the mapping: a fact, its name at the destination, its value, and its conditions. */
export function MappingRuleRow({ form, kind, index, events, onRemove, onUp, onDown }: RuleRowProps) {
  const problemId = useId();
  const { control } = form;
  const on = useController({ control, name: `rules.${index}.on` });
  const name = useController({ control, name: `rules.${index}.name` });
  const sends = useController({ control, name: `rules.${index}.sends` });
  const rule = useWatch({ control, name: `rules.${index}` }) as OutboundRule;
  const problem = firstMessage(form.formState.errors.rules?.[index]);
  const invalid = (isWrong: boolean) =>
    isWrong ? ({ "aria-invalid": true, "aria-describedby": problemId } as const) : {};
  const label = t("rule {index}", { index: index + 1 });
  return (
    <li className="grid grid-cols-1 gap-2.5 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("Event, {label}", { label })}
          className="w-44"
          value={on.field.value}
          options={kind.accepts.map((fact) => ({ value: fact, label: factName(fact) }))}
          onValueChange={(fact) => {
            // A name that the member entered stays.
            const before = defaultRuleOf(kind, rule.on).sends;
            if (rule.sends === before)
              sends.field.onChange(defaultRuleOf(kind, fact as OutboundRule["on"]).sends);
            on.field.onChange(fact);
            if (fact !== "event") name.field.onChange(null);
          }}
          {...invalid(on.fieldState.invalid)}
        />
        {rule.on === "event" ? (
          <Input
            aria-label={t("Event name, {label}", { label })}
            placeholder={t("Any event")}
            autoComplete="off"
            spellCheck={false}
            className="min-w-28 flex-1 basis-28"
            {...name.field}
            value={name.field.value ?? ""}
            onChange={({ target }) => name.field.onChange(target.value === "" ? null : target.value)}
            {...invalid(name.fieldState.invalid)}
          />
        ) : null}
        <ArrowRight className="size-4 shrink-0 text-faint max-sm:hidden" aria-hidden="true" />
        <Input
          aria-label={`${kind.sends?.label ?? t("Sent as")}, ${label}`}
          className="min-w-40 flex-1 basis-40 font-mono text-xs"
          list={events}
          autoComplete="off"
          spellCheck={false}
          {...sends.field}
          value={sends.field.value ?? ""}
          {...invalid(sends.fieldState.invalid)}
        />
        <RowMenu
          of={label}
          groups={[
            [
              { label: t("Move up"), icon: ArrowUp, onSelect: () => onUp?.(), disabled: !onUp },
              { label: t("Move down"), icon: ArrowDown, onSelect: () => onDown?.(), disabled: !onDown },
            ],
            [{ label: t("Remove"), icon: Trash2, onSelect: onRemove, destructive: true }],
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <RuleValue form={form} index={index} />
        <RuleConditions form={form} index={index} kind={kind} />
      </div>
      {rule.on === "ad_revenue" ? <AdRevenueNote /> : null}
      {problem ? (
        <p id={problemId} className="text-danger text-xs">
          {problem}
        </p>
      ) : null}
    </li>
  );
}

/** Impressions are many, so the number of calls depends on the project's setting. */
const AdRevenueNote = () => (
  <p className="text-muted text-sm">
    {t(
      "Sent for each impression. If impressions are added up under Settings → Ad revenue settings, Cairn sends one sum for each user and hour, ten minutes after the hour.",
    )}
  </p>
);

/** The first message among the nested errors of a part of the form. */
function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  for (const [name, each] of Object.entries(errors)) {
    // `ref` is the input element, which refers back to itself.
    const found = name === "ref" ? undefined : firstMessage(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
