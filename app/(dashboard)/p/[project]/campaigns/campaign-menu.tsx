"use client";

import { Copy, CopyPlus, Link2, MoreHorizontal, Pencil, QrCode, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { copyText } from "@/components/copy-button";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Campaign } from "@/lib/campaigns/table/schema";

export type CampaignActions = {
  mayChange: boolean;
  onEdit: (campaign: Campaign) => void;
  onDuplicate: (campaign: Campaign) => void;
  onQr: (campaign: Campaign) => void;
  onDelete: (campaign: Campaign) => void;
};

export function copyLink(link: string, what: string) {
  copyText(link).then(
    () => toast.success(`${what} copied`, { description: link }),
    () => toast.error("Could not copy", { description: "Select the text and copy it by hand." }),
  );
}

type CampaignMenuProps = { campaign: Campaign; actions: CampaignActions; large?: boolean };

export function CampaignMenu({ campaign, actions, large }: CampaignMenuProps) {
  const { link, shareable_link: short } = campaign;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant={large ? "secondary" : "ghost"}
          size={large ? "icon" : "icon-sm"}
          aria-label={`More about ${campaign.name}`}
        >
          <MoreHorizontal />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={link === ""} onSelect={() => copyLink(link, "Link")}>
          <Copy />
          Copy link
        </DropdownMenuItem>
        <DropdownMenuItem disabled={short === ""} onSelect={() => copyLink(short, "Short link")}>
          <Link2 />
          Copy short link
        </DropdownMenuItem>
        <DropdownMenuItem disabled={short === ""} onSelect={() => actions.onQr(campaign)}>
          <QrCode />
          QR code
        </DropdownMenuItem>
        {actions.mayChange ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => actions.onEdit(campaign)}>
              <Pencil />
              Edit
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => actions.onDuplicate(campaign)}>
              <CopyPlus />
              Duplicate
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem destructive onSelect={() => actions.onDelete(campaign)}>
              <Trash2 />
              Delete
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
