"use client";

import { ChevronsUpDown } from "lucide-react";
import type { Ref } from "react";
import { CampaignSearch } from "@/app/(dashboard)/p/[project]/campaign-search";
import { cn } from "@/components/cn";
import { PopoverTrigger } from "@/components/ui/popover";
import { networkOfCode } from "@/lib/campaigns/networks";

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
  placeholder = "Choose a campaign",
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
            "control flex h-8.5 w-full items-center justify-between gap-2 pr-2 pl-2.5 text-left text-sm max-sm:text-lg",
            className,
          )}
          {...control}
        >
          <span className={cn("truncate", !chosen && "text-faint")}>{chosen?.name ?? placeholder}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
        </PopoverTrigger>
      )}
      detail={({ network }) => (
        <span className="ml-auto shrink-0 text-faint text-xs">
          {network ? (networkOfCode(network)?.label ?? network) : null}
        </span>
      )}
      onChoose={({ id, display_id: displayId, name }) => onChoose({ id, displayId, name })}
    />
  );
}
