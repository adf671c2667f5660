import { type ReactNode, useState } from "react";
import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent } from "@/components/ui/popover";
import { useDebounced } from "@/components/use-debounced";
import type { Campaign } from "@/lib/campaigns/table/schema";

type CampaignSearchProps = {
  /** The button that opens it, as a PopoverTrigger. */
  trigger: (open: boolean) => ReactNode;
  align?: "start" | "end";
  className: string;
  /** Behind the name. */
  detail: (campaign: Campaign) => ReactNode;
  disabled?: (campaign: Campaign) => boolean;
  onChoose: (campaign: Campaign) => void;
};

/** Finds one campaign of the project by its name, whatever number there are. */
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
      <PopoverContent align={align} aria-label="Campaigns" className={className}>
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
  const query = { limit: 20, search: settled || undefined };
  const { data, error } = useGet(
    asking(at("/projects/:project/campaigns", { project: useProject().id }), query),
    { keep: true },
  );
  return (
    <Command shouldFilter={false} loop>
      <CommandInput
        value={search}
        onValueChange={setSearch}
        placeholder="Search campaigns"
        aria-label="Search campaigns"
      />
      <CommandList>
        <CommandEmpty>
          {data ? "No campaign is called so." : error ? error.message : "Looking for campaigns…"}
        </CommandEmpty>
        {data?.campaigns.map((campaign) => (
          <CommandItem
            key={campaign.id}
            value={String(campaign.id)}
            disabled={disabled?.(campaign) ?? false}
            onSelect={() => onChoose(campaign)}
          >
            <span className="truncate">{campaign.name}</span>
            {detail(campaign)}
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}
