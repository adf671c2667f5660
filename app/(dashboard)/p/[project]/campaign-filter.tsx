"use client";

import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { useProject } from "@/app/(dashboard)/session";

/** The newest campaigns by name; any other comes from a link and is shown by its number. */
export function CampaignFilter({
  value,
  organic = true,
  onValueChange,
}: {
  value: string;
  /** Whether what no campaign brought is to be had, too. */
  organic?: boolean;
  onValueChange: (value: string) => void;
}) {
  const { data } = useGet(
    asking(at("/projects/:project/campaigns", { project: useProject().id }), { limit: 100 }),
    { staleTime: 60_000 },
  );
  return (
    <FilterSelect
      label="Campaign"
      value={value}
      choices={[
        ...(organic ? [{ value: "organic", label: "Organic" }] : []),
        // The overview leads here by it.
        ...(organic || value === "inorganic" ? [{ value: "inorganic", label: "Not organic" }] : []),
        ...(data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onValueChange={onValueChange}
    />
  );
}
