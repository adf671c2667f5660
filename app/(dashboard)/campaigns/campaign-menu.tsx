"use client";

import {
  Archive,
  ArchiveRestore,
  BookmarkPlus,
  Copy,
  CopyPlus,
  House,
  Link2,
  Pause,
  Pencil,
  Play,
  QrCode,
  Trash2,
} from "lucide-react";
import { toast } from "sonner";
import { copyText } from "@/components/ui/copy-button";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";

export type CampaignActions = {
  mayChange: boolean;
  onEdit: (campaign: Campaign) => void;
  onDuplicate: (campaign: Campaign) => void;
  onTemplate: (campaign: Campaign) => void;
  onQr: (campaign: Campaign) => void;
  onDefault: (campaign: Campaign) => void;
  onDelete: (campaign: Campaign) => void;
  /** Leave out if a switch is next to the menu. */
  onSwitch?: (campaign: Campaign, active: boolean) => void;
  onArchive: (campaign: Campaign, archived: boolean) => void;
};

function copyLink(link: string, what: string) {
  copyText(link).then(
    () => toast.success(t("{what} copied", { what }), { description: link }),
    () => toast.error(t("Could not copy"), { description: t("Select the text and copy it by hand.") }),
  );
}

type CampaignMenuProps = { campaign: Campaign; actions: CampaignActions; large?: boolean };

export function CampaignMenu({ campaign, actions, large }: CampaignMenuProps) {
  const { link, shareable_link: short } = campaign;
  return (
    <RowMenu
      of={campaign.name}
      large={large ?? false}
      groups={[
        [
          {
            label: t("Copy link"),
            icon: Copy,
            onSelect: () => copyLink(link, t("Link")),
            disabled: link === "",
          },
          {
            label: t("Copy short link"),
            icon: Link2,
            onSelect: () => copyLink(short, t("Short link")),
            disabled: short === "",
          },
          { label: "QR code", icon: QrCode, onSelect: () => actions.onQr(campaign), disabled: short === "" },
        ],
        ...(actions.mayChange
          ? [
              [
                ...(actions.onSwitch
                  ? [
                      campaign.active
                        ? {
                            label: t("Pause"),
                            icon: Pause,
                            onSelect: () => actions.onSwitch?.(campaign, false),
                          }
                        : {
                            label: t("Activate"),
                            icon: Play,
                            onSelect: () => actions.onSwitch?.(campaign, true),
                          },
                    ]
                  : []),
                { label: t("Edit"), icon: Pencil, onSelect: () => actions.onEdit(campaign) },
                { label: t("Duplicate"), icon: CopyPlus, onSelect: () => actions.onDuplicate(campaign) },
                {
                  label: t("Save as template"),
                  icon: BookmarkPlus,
                  onSelect: () => actions.onTemplate(campaign),
                },
                {
                  label: campaign.default_link ? t("Stop being the default link") : t("Make default link"),
                  icon: House,
                  onSelect: () => actions.onDefault(campaign),
                },
              ],
              [
                campaign.state === "archived"
                  ? {
                      label: t("Restore"),
                      icon: ArchiveRestore,
                      onSelect: () => actions.onArchive(campaign, false),
                    }
                  : { label: t("Archive"), icon: Archive, onSelect: () => actions.onArchive(campaign, true) },
                {
                  label: t("Delete"),
                  icon: Trash2,
                  onSelect: () => actions.onDelete(campaign),
                  destructive: true,
                },
              ],
            ]
          : []),
      ]}
    />
  );
}
