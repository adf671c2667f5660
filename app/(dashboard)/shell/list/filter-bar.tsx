"use client";

import { ListFilter, X } from "lucide-react";
import { useCallback, useState } from "react";
import { Sheet, SheetBody, SheetContent, SheetFooter } from "@/components/dialogs/sheet";
import { SearchBox } from "@/components/fields/search-box";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import {
  ChoiceMenu,
  clearedFilter,
  type FilterTexts,
  filterParameters,
  type ListFilterField,
} from "./list-filters";

export type FilterBarState = {
  filters: Readonly<Record<string, ListFilterField>>;
  values: FilterTexts;
  onChange: (patch: FilterTexts) => void;
  onClear: () => void;
};
type Chosen = FilterBarState & { name: string; filter: ListFilterField };

const isSet = (values: FilterTexts, name: string) => filterParameters(name).some((each) => values[each]);

const entriesOf = ({ filters }: FilterBarState, always: boolean) =>
  Object.entries(filters).filter(([, filter]) => (filter.always ?? false) === always);

/** Search boxes, the active filters as chips, and a button to add filters. */
export function FilterBar(props: FilterBarState & { shown: string | undefined }) {
  const { values, onChange, onClear } = props;
  const others = entriesOf(props, false);
  const set = others.filter(([name]) => isSet(values, name));
  return (
    <>
      {entriesOf(props, true).map(([name, { label }]) => (
        <SearchFilter key={name} name={name} label={label} value={values[name] ?? ""} onChange={onChange} />
      ))}
      {others.length > 0 ? (
        <>
          <AllFilters {...props} count={set.length} />
          <div className="contents max-sm:hidden">
            {set.map(([name, filter]) => (
              <Chip key={name} {...props} name={name} filter={filter} />
            ))}
            <AddFilter {...props} />
          </div>
        </>
      ) : null}
      {Object.values(values).some(Boolean) ? (
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={onClear}>
          {t("Clear filters")}
        </Button>
      ) : null}
    </>
  );
}

type SearchFilterProps = Pick<FilterBarState, "onChange"> & { name: string; label: string; value: string };

function SearchFilter({ name, label, value, onChange }: SearchFilterProps) {
  const search = useCallback((text: string) => onChange({ [name]: text }), [name, onChange]);
  return (
    <SearchBox
      value={value}
      onValueChange={search}
      label={label}
      className="h-8 w-full min-w-0 max-sm:flex-1 sm:w-60"
    />
  );
}

const menuStyle = "w-64 overflow-hidden p-0";

/** The member chooses a filter first, then its value. */
function AddFilter(props: FilterBarState) {
  const { values, onChange } = props;
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const filter = name === null ? undefined : props.filters[name];
  const offered = entriesOf(props, false).filter(([each]) => !isSet(values, each));
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setName(null);
      }}
    >
      <PopoverTrigger asChild>
        <Button size="sm" className="border-dashed">
          <ListFilter className="size-3.5 text-faint" />
          {t("Add filter")}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t("Add filter")} className={name === "days" ? "p-0" : menuStyle}>
        {name !== null && filter ? (
          <filter.Editor
            name={name}
            label={filter.label}
            values={values}
            roomy={false}
            onChange={(patch) => {
              onChange(patch);
              setOpen(false);
            }}
          />
        ) : (
          <ChoiceMenu
            label={t("Filter by")}
            choices={offered.map(([value, { label }]) => ({ value, label }))}
            onChoose={setName}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}

/** An active filter. Its name opens the other values; the cross removes it. */
function Chip({ name, filter, values, onChange }: Chosen) {
  const [open, setOpen] = useState(false);
  const text = filter.useText(values, name) ?? "";
  const change = (patch: FilterTexts) => {
    onChange(patch);
    setOpen(false);
  };
  return (
    <span className="flex h-7 items-stretch rounded-md border border-line-strong bg-raised text-xs shadow-xs">
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger className="flex items-center gap-1 rounded-s-md pe-1 ps-2.5 hover:bg-sunken">
          <span className="text-muted">{filter.label}:</span>
          <span className="max-w-44 truncate font-medium">{text}</span>
        </PopoverTrigger>
        <PopoverContent aria-label={filter.label} className={name === "days" ? "p-0" : menuStyle}>
          <filter.Editor name={name} label={filter.label} values={values} onChange={change} roomy={false} />
        </PopoverContent>
      </Popover>
      <button
        type="button"
        aria-label={t("Remove the filter {label}", { label: filter.label })}
        onClick={() => onChange(clearedFilter(name))}
        className="grid w-6.5 place-items-center rounded-e-md text-faint hover:bg-sunken hover:text-ink"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  );
}

/** On narrow screens: a button with the number of filters, which opens all of them. */
function AllFilters(props: FilterBarState & { count: number; shown: string | undefined }) {
  const { values, onChange, onClear, count, shown } = props;
  const [open, setOpen] = useState(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <Button className="sm:hidden" onClick={() => setOpen(true)}>
        <ListFilter className="text-faint" />
        {count > 0 ? t("Filters ({count})", { count }) : t("Filters")}
      </Button>
      <SheetContent title={t("Filters")}>
        <SheetBody className="grid content-start gap-4">
          {entriesOf(props, false).map(([name, filter]) => (
            <div key={name} className="grid gap-1.5">
              <span aria-hidden="true" className="font-medium text-sm">
                {filter.label}
              </span>
              <filter.Editor
                // Cleared filters must disappear.
                key={filterParameters(name)
                  .map((each) => values[each])
                  .join()}
                name={name}
                label={filter.label}
                values={values}
                onChange={onChange}
                roomy
              />
            </div>
          ))}
        </SheetBody>
        <SheetFooter>
          <Button variant="ghost" onClick={onClear}>
            {t("Clear filters")}
          </Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            {shown ? t("Show {shown}", { shown }) : t("Show results")}
          </Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}
