"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { type Ref, useState } from "react";
import { cn } from "@/components/cn";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";

export type ComboboxOption = {
  value: string;
  label: string;
  /** Shown at the right end: an offset or a code. */
  hint?: string;
  /** Further search terms. */
  keywords?: string[];
};

type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  searchPlaceholder?: string;
  empty?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  name?: string;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
};

/** Every word must occur. Texts that start with the first word rank first. There is no fuzzy search. */
export function rankOption(value: string, search: string, keywords: string[] = []): number {
  const hay = [value, ...keywords].join(" ").toLowerCase().replaceAll(/[_/]/g, " ");
  const words = search
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  if (!words.every((word) => hay.includes(word))) return 0;
  const first = words[0] ?? "";
  if (hay.startsWith(first)) return 1;
  return hay.includes(` ${first}`) ? 0.8 : 0.5;
}

/** All search terms of an option besides its value. */
export const searchTexts = ({ label, hint, keywords = [] }: ComboboxOption): string[] => [
  label,
  ...(hint ? [hint] : []),
  ...keywords,
];

/** A select with a search field, for long lists. */
export function Combobox({
  options,
  value,
  onValueChange,
  placeholder = t("Choose…"),
  searchPlaceholder = t("Search…"),
  empty = t("No results."),
  className,
  "aria-required": _,
  ...props
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        role="combobox"
        aria-expanded={open}
        className={cn(
          "control flex h-8.5 w-full items-center justify-between gap-2 pe-2 ps-2.5 text-start text-sm max-sm:text-lg",
          className,
        )}
        {...props}
      >
        <span className={cn("truncate", !chosen && !value && "text-faint")}>
          {chosen?.label ?? (value || placeholder)}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-faint text-xs">
          {chosen?.hint}
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </span>
      </PopoverTrigger>
      <PopoverContent
        aria-label={searchPlaceholder}
        className="w-(--radix-popover-trigger-width) min-w-64 p-0"
      >
        <Command defaultValue={value ?? ""} filter={rankOption} loop>
          <CommandInput placeholder={searchPlaceholder} aria-label={searchPlaceholder} />
          <CommandList>
            <CommandEmpty>{empty}</CommandEmpty>
            {options.map((option) => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={searchTexts(option)}
                onSelect={() => {
                  onValueChange(option.value);
                  setOpen(false);
                }}
              >
                <Check className={cn("size-3.5! text-accent", option.value !== value && "invisible")} />
                <span className="truncate">{option.label}</span>
                {option.hint ? (
                  <span className="num ms-auto shrink-0 text-faint text-xs">{option.hint}</span>
                ) : null}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
