import { ChosenFilter } from "@/app/(dashboard)/chosen-filter";
import type { Part } from "./drill-down";

const parts = [
  { name: "ad_set", words: "ad set" },
  { name: "creative", words: "creative" },
  { name: "keyword", words: "keyword" },
] as const;

type PartFiltersProps = {
  address: Required<Part>;
  onChange: (patch: Part) => void;
};

/** Of which part of a campaign: the report leads here by them. */
export function PartFilters({ address, onChange }: PartFiltersProps) {
  return parts.map(({ name, words }) => {
    const text = `${words.charAt(0).toUpperCase()}${words.slice(1)} ${address[name]}`;
    return (
      <ChosenFilter
        key={name}
        of={words}
        text={address[name] ? text : undefined}
        onRemove={() => onChange({ [name]: "" })}
      />
    );
  });
}
