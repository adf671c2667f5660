import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { Combobox } from "@/components/fields/combobox";
import { unknownCountry } from "@/lib/ledger/country";
import { countryLabel } from "@/lib/reporting/metrics/country-param";

const any = "any";
const options = [
  { value: any, label: "Any country" },
  { value: unknownCountry, label: countryLabel(unknownCountry) },
  ...listedCountries,
];

type CountryFilterProps = { value: string; onValueChange: (value: string) => void };

/** Filters by the country of a click or an install. */
export const CountryFilter = ({ value, onValueChange }: CountryFilterProps) => (
  <Combobox
    aria-label="Country"
    className="h-7 w-auto max-w-44 text-xs max-sm:text-xs"
    searchPlaceholder="Search countries"
    value={value || any}
    options={options}
    onValueChange={(next) => onValueChange(next === any ? "" : next)}
  />
);
