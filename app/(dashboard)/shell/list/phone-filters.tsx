"use client";

import { ListFilter } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Sheet, SheetBody, SheetContent, SheetFooter } from "@/components/dialogs/sheet";
import { Select } from "@/components/fields/select";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

type PhoneFiltersProps = { count: number; onClear: () => void; children: ReactNode };

/** Filters next to each other; on phones behind one button. */
export function PhoneFilters({ count, onClear, children }: PhoneFiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="contents max-sm:hidden">{children}</div>
      <Sheet open={open} onOpenChange={setOpen}>
        <Button className="sm:hidden" onClick={() => setOpen(true)}>
          <ListFilter className="text-faint" />
          {count > 0 ? t("Filters ({count})", { count }) : t("Filters")}
        </Button>
        <SheetContent title={t("Filters")}>
          <SheetBody className="flex flex-col items-stretch gap-4">{children}</SheetBody>
          <SheetFooter>
            <Button variant="ghost" onClick={onClear}>
              {t("Clear filters")}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t("Show results")}
            </Button>
          </SheetFooter>
        </SheetContent>
      </Sheet>
    </>
  );
}

type PhoneSortProps = {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (sort: string) => void;
};

/** The order of a list on phones, where few headers have room. */
export function PhoneSort({ value, options, onChange }: PhoneSortProps) {
  // A header or a link may have set an order that is not offered here.
  const all = options.some((one) => one.value === value)
    ? options
    : [...options, { value, label: t("Another order") }];
  return (
    <Select
      aria-label={t("Sort by")}
      className="w-auto sm:hidden"
      value={value}
      options={all.map((option) => ({ ...option, label: t("Sort: {label}", { label: option.label }) }))}
      onValueChange={onChange}
    />
  );
}
