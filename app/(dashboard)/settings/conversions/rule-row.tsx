import { Trash2 } from "lucide-react";
import { useId } from "react";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { Input, InputGroup } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { Switch } from "@/components/fields/switch";
import { Button } from "@/components/ui/button";
import type { CoarseValue, ConversionRule } from "@/lib/apple/conversion-values/rules";
import { t } from "@/lib/base/languages/texts";
import type { ConversionRuleField, DraftRule } from "./draft";

type Kind = ConversionRule["when"]["kind"];

const kinds: { value: Kind; label: string }[] = [
  { value: "install", label: t("Installed") },
  { value: "event", label: t("Event") },
  { value: "revenue", label: t("Revenue") },
];

const coarse: { value: CoarseValue; label: string }[] = [
  { value: "low", label: t("Low") },
  { value: "medium", label: t("Medium") },
  { value: "high", label: t("High") },
];

type RuleRowProps = {
  rule: DraftRule;
  currency: string;
  problem: { field: ConversionRuleField; message: string } | undefined;
  /** The share of installs whose value this rule sets; undefined while loading. */
  won: number | undefined;
  onChange: (patch: Partial<DraftRule>) => void;
  onRemove: () => void;
};

const numberOf = (text: string) => (text === "" ? undefined : Number(text));

export function ConversionRuleRow({ rule, currency, problem, won, onChange, onRemove }: RuleRowProps) {
  const id = useId();
  const invalid = (field: ConversionRuleField) =>
    problem?.field === field ? ({ "aria-invalid": true, "aria-describedby": `${id}-problem` } as const) : {};
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2.5 px-5 py-3.5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Select
          aria-label={t("Condition")}
          className="w-28"
          value={rule.kind}
          options={rule.window === 1 ? kinds : kinds.slice(1)}
          onValueChange={(kind) => onChange({ kind })}
        />
        {rule.kind === "event" ? (
          <>
            <Input
              aria-label={t("Event name")}
              className="min-w-40 flex-1 basis-40 lg:min-w-28 lg:basis-28"
              list="conversion-events"
              placeholder="add_to_cart"
              autoComplete="off"
              value={rule.name}
              onChange={(event) => onChange({ name: event.target.value })}
              {...invalid("name")}
            />
            <InputGroup
              aria-label={t("Minimum count")}
              className="w-28"
              type="number"
              min={1}
              inputMode="numeric"
              before={t("at least")}
              after="×"
              value={rule.times ?? ""}
              onChange={(event) => onChange({ times: numberOf(event.target.value) })}
              {...invalid("times")}
            />
          </>
        ) : null}
        {rule.kind === "revenue" ? (
          <InputGroup
            aria-label={t("Minimum revenue")}
            className="min-w-40 flex-1 basis-40 lg:min-w-28 lg:basis-28"
            type="number"
            min={0}
            step="any"
            inputMode="decimal"
            before={t("at least")}
            after={currency}
            value={rule.atLeast ?? ""}
            onChange={(event) => onChange({ atLeast: numberOf(event.target.value) })}
            {...invalid("atLeast")}
          />
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {rule.window === 1 ? (
          <InputGroup
            aria-label={t("Fine value")}
            before="fine"
            className="w-22"
            type="number"
            min={0}
            max={63}
            inputMode="numeric"
            value={rule.fine ?? ""}
            onChange={(event) => onChange({ fine: numberOf(event.target.value) })}
            {...invalid("fine")}
          />
        ) : null}
        <Select
          aria-label={t("Coarse value")}
          className="w-27"
          value={rule.coarse}
          options={coarse}
          onValueChange={(value) => onChange({ coarse: value })}
        />
        <span className="flex items-center gap-2 text-muted text-sm">
          <Switch id={`${id}-lock`} checked={rule.lock} onCheckedChange={(lock) => onChange({ lock })} />
          <label htmlFor={`${id}-lock`} title={t("Apple reports right away and ignores anything later")}>
            {t("Lock")}
          </label>
        </span>
        <div className="ms-auto flex items-center gap-3">
          <Won share={won} />
          <Button variant="ghost" size="icon-sm" aria-label={t("Remove rule")} onClick={onRemove}>
            <Trash2 />
          </Button>
        </div>
      </div>
      {problem ? (
        <p id={`${id}-problem`} className="text-danger text-sm lg:col-span-2">
          {problem.message}
        </p>
      ) : null}
    </li>
  );
}

function Won({ share: part }: { share: number | undefined }) {
  return (
    <span
      className="flex w-22 items-center gap-2 text-xs"
      title={t("Last month's installs that get their value from this rule")}
    >
      <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(part ?? 0) * 100}%` }} />
      </span>
      <span className="num w-11 text-end text-muted">{part === undefined ? "–" : percentText(part)}</span>
      <span className="sr-only">{t("of last month's installs get this value")}</span>
    </span>
  );
}
