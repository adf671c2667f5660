"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { type Ref, useState } from "react";
import { cn } from "@/components/cn";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import { type ComboboxOption, rankOption, searchTexts } from "./combobox";

type MultiComboboxProps = {
  options: readonly ComboboxOption[];
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  /** Shown if there is no choice. */
  placeholder: string;
  searchPlaceholder: string;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
};

/** Chooses several options of a long list, which remains open. */
export function MultiCombobox({
  options,
  values,
  onValuesChange,
  placeholder,
  searchPlaceholder,
  "aria-required": _,
  ...props
}: MultiComboboxProps) {
  const [open, setOpen] = useState(false);
  const labels = values.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const toggle = (value: string) =>
    onValuesChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        role="combobox"
        aria-expanded={open}
        className="control flex h-8.5 w-full min-w-0 items-center justify-between gap-2 pe-2 ps-2.5 text-start text-sm max-sm:text-lg"
        {...props}
      >
        <span className={cn("truncate", values.length === 0 && "text-faint")} title={labels.join(", ")}>
          {values.length === 0 ? placeholder : labels.join(", ")}
        </span>
        <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
      </PopoverTrigger>
      <PopoverContent
        aria-label={searchPlaceholder}
        className="w-(--radix-popover-trigger-width) min-w-64 p-0"
      >
        <Command filter={rankOption} loop>
          <CommandInput placeholder={searchPlaceholder} aria-label={searchPlaceholder} />
          <CommandList aria-multiselectable="true">
            <CommandEmpty>{t("No results.")}</CommandEmpty>
            {options.map((option) => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={searchTexts(option)}
                aria-checked={values.includes(option.value)}
                onSelect={() => toggle(option.value)}
              >
                <Check
                  className={cn("size-3.5! text-accent", !values.includes(option.value) && "invisible")}
                />
                <span className="truncate">{option.label}</span>
                {option.hint ? (
                  <span className="num ms-auto shrink-0 text-muted text-xs">{option.hint}</span>
                ) : null}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
