"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import type { CampaignsAddress } from "./table-address";

type TagMenuProps = {
  path: CampaignsAddress;
  label: string;
  icon: LucideIcon;
  disabled: boolean;
  /** Typed text can become a new tag. */
  mayAdd?: boolean;
  onChoose: (tag: string) => void;
};

/** Chooses one of the project's tags for all selected campaigns. */
export function TagMenu({ path, label, icon: Icon, disabled, mayAdd = false, onChoose }: TagMenuProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const { data } = useGet(open ? child(path, "/tags") : null);
  const trimmed = typed.trim();
  const tags = data?.tags ?? [];
  const found = tags.filter(({ tag }) => tag.toLowerCase().includes(trimmed.toLowerCase()));
  const isNew = trimmed !== "" && tags.every(({ tag }) => tag.toLowerCase() !== trimmed.toLowerCase());
  const choose = (tag: string) => {
    setOpen(false);
    setTyped("");
    onChoose(tag);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" disabled={disabled}>
          <Icon className="size-3.5" />
          {label}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-64 p-0">
        <Command shouldFilter={false} loop>
          <CommandInput
            value={typed}
            onValueChange={setTyped}
            maxLength={40}
            placeholder={mayAdd ? t("Find or type a tag") : t("Find a tag")}
            aria-label={t("Tag")}
          />
          <CommandList>
            <CommandEmpty>{mayAdd ? t("Type the first tag.") : t("No such tag.")}</CommandEmpty>
            {found.map(({ tag, campaigns }) => (
              <CommandItem key={tag} value={tag} onSelect={() => choose(tag)}>
                <span className="truncate">{tag}</span>
                <span className="num ms-auto text-faint text-xs">{numberText(campaigns)}</span>
              </CommandItem>
            ))}
            {mayAdd && isNew && !trimmed.includes(",") ? (
              <CommandItem value={`new ${trimmed}`} onSelect={() => choose(trimmed)}>
                {t("Add “{trimmed}”", { trimmed })}
              </CommandItem>
            ) : null}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
