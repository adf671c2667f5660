import { Plus, Split, X } from "lucide-react";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { UrlInput } from "@/components/fields/url-input";
import { numberFormat } from "@/components/format";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { destinationSharesOf } from "@/lib/campaigns/link-rules/rules";
import { maxDestinations, maxWeight, type RuleDestination } from "@/lib/campaigns/link-rules/schema";

const percent = () => numberFormat({ maximumFractionDigits: 1 });

/** The error of a part of the rules, by its path. */
export type RuleError = (path: string) => string | undefined;

type Props = {
  destinations: readonly RuleDestination[];
  errorOf: RuleError;
  onChange: (destinations: RuleDestination[]) => void;
};

/** The destinations of a rule: one, or several that share the visitors. */
export function RuleDestinations({ destinations, errorOf, onChange }: Props) {
  const isSplit = destinations.length > 1;
  const shares = destinationSharesOf(destinations);
  const change = (at: number, patch: Partial<RuleDestination>) =>
    onChange(destinations.map((each, i) => (i === at ? { ...each, ...patch } : each)));
  return (
    <div className="grid grid-cols-1 gap-4 border-t pt-4">
      {errorOf("") ? <p className="text-danger text-xs">{errorOf("")}</p> : null}
      {destinations.map((destination, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: all of its fields are given their values
          key={i}
          className="grid grid-cols-1 gap-4 sm:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] gap-2">
            <Field
              label={isSplit ? t("Variant") : t("Name")}
              optional={!isSplit}
              required={isSplit}
              error={errorOf(`.${i}.name`)}
              className={isSplit ? "" : "col-span-2"}
            >
              {(control) => (
                <Input
                  {...control}
                  value={destination.name ?? ""}
                  maxLength={40}
                  autoComplete="off"
                  onChange={({ target }) => change(i, { name: target.value || null })}
                />
              )}
            </Field>
            {isSplit ? (
              <Field label={t("Weight")} error={errorOf(`.${i}.weight`)}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={maxWeight}
                    value={Number.isNaN(destination.weight) ? "" : destination.weight}
                    onChange={({ target }) => change(i, { weight: target.valueAsNumber })}
                  />
                )}
              </Field>
            ) : null}
          </div>
          <div className="flex items-start gap-1.5">
            <Field
              label={
                isSplit
                  ? rich("Leads to <span>{share}% of visitors</span>", {
                      share: percent().format(shares[i] || 0),
                      span: (text) => <span className="num font-normal text-faint text-xs">{text}</span>,
                    })
                  : t("Leads to")
              }
              hint={destination.url ? undefined : t("Blank: the campaign's own destinations.")}
              error={errorOf(`.${i}.url`)}
              className="min-w-0 flex-1"
            >
              {(control) => (
                <UrlInput
                  {...control}
                  placeholder="https://example.com/offers"
                  value={destination.url ?? ""}
                  onChange={({ target }) => change(i, { url: target.value || null })}
                />
              )}
            </Field>
            {isSplit ? (
              <Button
                variant="ghost"
                size="icon-sm"
                className="mt-6.5"
                aria-label={t("Remove variant {name}", { name: destination.name ?? i + 1 })}
                onClick={() => onChange(destinations.filter((_, j) => j !== i))}
              >
                <X />
              </Button>
            ) : null}
          </div>
        </div>
      ))}
      {isSplit ? (
        <p className="text-muted text-xs">
          {t(
            "Without cookies: a visitor keeps a variant while IP address and browser stay the same. A weight of 0 pauses a variant.",
          )}
        </p>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        className="w-fit"
        disabled={destinations.length >= maxDestinations}
        onClick={() => onChange([...destinations, { name: null, weight: 1, url: null }])}
      >
        {isSplit ? <Plus /> : <Split />}
        {isSplit ? t("Add variant") : t("Split between variants")}
      </Button>
    </div>
  );
}
