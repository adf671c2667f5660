"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { Badge } from "@/components/ui/badge";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";

type CampaignSearchProps = {
  /** The button that opens it, as a PopoverTrigger. */
  trigger: (open: boolean) => ReactNode;
  align?: "start" | "end";
  className: string;
  /** Shown after the name. */
  detail: (campaign: Campaign) => ReactNode;
  disabled?: (campaign: Campaign) => boolean;
  onChoose: (campaign: Campaign) => void;
};

/**
 * Finds one of the project's campaigns by name, however many there are. Archived ones are included, because figures of
 * the past belong to them.
 */
export function CampaignSearch({
  trigger,
  align = "start",
  className,
  onChoose,
  ...item
}: CampaignSearchProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      {trigger(open)}
      <PopoverContent align={align} aria-label={t("Campaigns")} className={className}>
        <Choices
          {...item}
          onChoose={(campaign) => {
            setOpen(false);
            onChoose(campaign);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function Choices({
  detail,
  disabled,
  onChoose,
}: Pick<CampaignSearchProps, "detail" | "disabled" | "onChoose">) {
  const [search, setSearch] = useState("");
  const settled = useDebounced(search.trim(), 200);
  const query = { limit: 20, status: "any", search: settled || undefined };
  const { data, error } = useGet(
    withQuery(at("/projects/:project/campaigns", { project: useProject().id }), query),
    { keepPrevious: true },
  );
  return (
    <Command shouldFilter={false} loop>
      <CommandInput
        value={search}
        onValueChange={setSearch}
        placeholder={t("Search campaigns")}
        aria-label={t("Search campaigns")}
      />
      <CommandList>
        <CommandEmpty>
          {data ? t("No campaigns found.") : error ? error.message : t("Searching campaigns…")}
        </CommandEmpty>
        {data?.campaigns.map((campaign) => (
          <CommandItem
            key={campaign.id}
            value={String(campaign.id)}
            disabled={disabled?.(campaign) ?? false}
            onSelect={() => onChoose(campaign)}
          >
            <span className="truncate">{campaign.name}</span>
            {campaign.state === "archived" ? <Badge tone="outline">{t("Archived")}</Badge> : null}
            {detail(campaign)}
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

export type ChosenCampaign = { id: number; displayId: string; name: string };

type CampaignFieldProps = {
  chosen: ChosenCampaign | null;
  onChoose: (campaign: ChosenCampaign) => void;
  placeholder?: string;
  className?: string;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
};

export function CampaignField({
  chosen,
  onChoose,
  placeholder = t("Choose a campaign"),
  className,
  ...control
}: CampaignFieldProps) {
  return (
    <CampaignSearch
      className="w-(--radix-popover-trigger-width) min-w-72 p-0"
      trigger={(open) => (
        <PopoverTrigger
          role="combobox"
          aria-expanded={open}
          className={cn(
            "control flex h-8.5 w-full items-center justify-between gap-2 pe-2 ps-2.5 text-start text-sm max-sm:text-lg",
            className,
          )}
          {...control}
        >
          <span className={cn("truncate", !chosen && "text-faint")}>{chosen?.name ?? placeholder}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
        </PopoverTrigger>
      )}
      detail={({ network }) => (
        <span className="ms-auto shrink-0 text-faint text-xs">{network ? networkLabel(network) : null}</span>
      )}
      onChoose={({ id, display_id: displayId, name }) => onChoose({ id, displayId, name })}
    />
  );
}
