import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { Button } from "@/components/ui/button";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useDebounced } from "@/components/use-debounced";

/** Finds a campaign by its name, whatever number there are, and hands over its link. */
export function CampaignPicker({ onPick }: { onPick: (link: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="h-8.5">
          Pick a campaign
          <ChevronsUpDown className="size-3.5 text-faint" aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Campaigns" className="w-80 max-w-[calc(100vw-2rem)] p-0">
        <Choices
          onPick={(link) => {
            setOpen(false);
            onPick(link);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function Choices({ onPick }: { onPick: (link: string) => void }) {
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
            disabled={campaign.link === ""}
            onSelect={() => onPick(campaign.link)}
          >
            <span className="truncate">{campaign.name}</span>
            <code className="ml-auto max-w-28 shrink-0 truncate font-mono text-faint text-xs">
              {campaign.display_id}
            </code>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}
