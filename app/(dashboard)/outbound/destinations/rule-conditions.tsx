import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useController } from "react-hook-form";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { paymentTypeName } from "@/app/(dashboard)/shell/facts/payment-labels";
import { Checkbox } from "@/components/fields/checkbox";
import { Field } from "@/components/fields/field";
import { InputGroup } from "@/components/fields/input";
import { MultiCombobox } from "@/components/fields/multi-combobox";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { paymentTypes } from "@/lib/ledger/payment-types";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import type { RuleProps } from "./destination-form";

type Filter = OutboundRule["filter"];

/** The conditions for sending a fact. All of them must be true. */
export function RuleConditions({ form, index, kind }: RuleProps & { kind: ShownKind }) {
  const { control } = form;
  const own = useController({ control, name: `rules.${index}.only_own` });
  const { field } = useController({ control, name: `rules.${index}.filter` });
  const filter = (field.value ?? {}) as Filter;
  const on = form.getValues(`rules.${index}.on`);
  const isOwn = own.field.value === true;
  const text = conditionsText(filter, isOwn ? customEventsText(kind.group) : null);
  const set = (patch: Filter) => {
    const next = Object.entries({ ...filter, ...patch }).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
    field.onChange(Object.fromEntries(next));
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm" variant="ghost" className="max-w-full">
          <SlidersHorizontal className="size-3.5 text-faint" />
          <span className="sr-only">{t("Conditions of rule {index}:", { index: index + 1 })} </span>
          <span className="truncate">{text || t("Always")}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={t("Conditions of rule {index}", { index: index + 1 })}
        className="grid max-h-[min(32rem,80dvh)] w-80 max-w-[calc(100vw-2rem)] grid-cols-1 gap-4 overflow-y-auto p-4"
      >
        {/* For a network, one choice applies to all rules. */}
        {kind.group === "network" ? null : (
          <Tick checked={isOwn} onChange={own.field.onChange}>
            {customEventsText(kind.group)}
          </Tick>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium text-sm">{t("Platforms")}</legend>
          {(["ANDROID", "IOS"] as const).map((platform) => (
            <Tick
              key={platform}
              checked={filter.platforms?.includes(platform) ?? false}
              onChange={(checked) =>
                set({
                  platforms: [
                    ...(filter.platforms ?? []).filter((each) => each !== platform),
                    ...(checked ? [platform] : []),
                  ],
                })
              }
            >
              {platformNames[platform]}
            </Tick>
          ))}
        </fieldset>
        <Field label={t("Countries")}>
          {(shown) => (
            <MultiCombobox
              {...shown}
              options={listedCountries}
              values={filter.countries ?? []}
              onValuesChange={(some) => set({ countries: some })}
              placeholder={t("All countries")}
              searchPlaceholder={t("Find a country")}
            />
          )}
        </Field>
        <Campaigns values={filter.campaigns ?? []} onChange={(campaigns) => set({ campaigns })} />
        {on === "payment" || on === "refund" ? (
          <Field label={t("Payment types")}>
            {(shown) => (
              <MultiCombobox
                {...shown}
                options={paymentTypes.map((type) => ({ value: type, label: paymentTypeName(type) }))}
                values={filter.payment_types ?? []}
                onValuesChange={(some) => set({ payment_types: some })}
                placeholder={t("All types")}
                searchPlaceholder={t("Find a type")}
              />
            )}
          </Field>
        ) : null}
        {on === "payment" || on === "refund" || on === "event" ? (
          <Field label={t("Minimum amount")} hint={t("In the currency it was sent in.")}>
            {(shown) => (
              <InputGroup
                {...shown}
                type="number"
                min={0}
                step="any"
                inputMode="decimal"
                value={filter.least_amount ?? ""}
                onChange={({ target }) =>
                  set({ least_amount: target.value === "" ? undefined : Number(target.value) })
                }
              />
            )}
          </Field>
        ) : null}
      </PopoverContent>
    </Popover>
  );
}

function Campaigns({ values, onChange }: { values: number[]; onChange: (ids: number[]) => void }) {
  const options = useCampaignChoices();
  return (
    <Field label={t("Campaigns")}>
      {(shown) => (
        <MultiCombobox
          {...shown}
          options={options}
          values={values.map(String)}
          onValuesChange={(some) => onChange(some.map(Number))}
          placeholder={t("All campaigns")}
          searchPlaceholder={t("Find a campaign")}
        />
      )}
    </Field>
  );
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

function Tick({ checked, onChange, children }: TickProps) {
  const id = useId();
  return (
    <span className="flex items-start gap-2.5">
      <span className="flex h-5 items-center">
        <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      </span>
      <label htmlFor={id} className="text-sm">
        {children}
      </label>
    </span>
  );
}

/** The meaning of "only own": networks and affiliates have campaigns of their own, a server does not. */
const customEventsText = (group: ShownKind["group"]): string =>
  ({
    network: t("Only installs attributed to this network"),
    analytics: t("Only installs from a campaign"),
    affiliate: t("Only installs from this affiliate"),
    webhook: t("Only installs from a campaign"),
  })[group];

const several = (values: readonly unknown[], many: string) => `${values.length} ${many}`;

/** The conditions of a rule in one line; empty without any. */
function conditionsText(filter: OutboundRule["filter"], own: string | null): string {
  const { platforms = [], countries = [], campaigns = [], payment_types: types = [] } = filter;
  const parts = [
    own ?? "",
    platforms.map((platform) => platformNames[platform]).join(", "),
    countries.length > 2 ? several(countries, "countries") : countries.map(countryName).join(", "),
    campaigns.length === 0 ? "" : campaigns.length === 1 ? "1 campaign" : several(campaigns, "campaigns"),
    types.length === 0 ? "" : types.length === 1 ? t("1 payment type") : several(types, t("payment types")),
    filter.least_amount === undefined
      ? ""
      : t("at least {least_amount}", { least_amount: filter.least_amount }),
  ];
  return parts.filter(Boolean).join(" · ");
}
