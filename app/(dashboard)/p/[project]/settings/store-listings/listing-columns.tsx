import { Pencil, Trash2 } from "lucide-react";
import { CopyButton } from "@/components/copy-button";
import { RowMenu } from "@/components/row-menu";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import type { StoreListing } from "@/lib/campaigns/store-listings/schema";

export const stores = { IOS: "App Store", ANDROID: "Google Play" } as const;
export const customPages = { IOS: "Product page", ANDROID: "Custom listing" } as const;

type ListingActions = {
  mayChange: boolean;
  onEdit: (listing: StoreListing) => void;
  onDelete: (listing: StoreListing) => void;
};

export function listingColumns(actions: ListingActions): Column<StoreListing>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (listing) => <span className="block max-w-64 truncate font-medium">{listing.name}</span>,
    },
    {
      id: "store",
      header: "Store",
      cell: (listing) => <Badge tone="outline">{stores[listing.platform]}</Badge>,
    },
    {
      id: "app",
      header: "App",
      cell: (listing) => (
        <div className="grid leading-snug">
          <a
            href={listing.url}
            target="_blank"
            rel="noreferrer"
            className="w-fit max-w-60 truncate font-mono text-xs hover:underline"
          >
            {listing.app_id}
          </a>
          {listing.page_id ? (
            <span className="max-w-60 truncate text-faint text-xs" title={listing.page_id}>
              {customPages[listing.platform]} {listing.page_id}
            </span>
          ) : null}
        </div>
      ),
    },
    {
      id: "id",
      header: "Id",
      hint: "What the server interface calls this listing.",
      cell: (listing) => (
        <span className="flex items-center gap-1">
          <code className="font-mono text-muted text-xs">{listing.store_listing_id}</code>
          <CopyButton value={listing.store_listing_id} label="Copy the id" />
        </span>
      ),
    },
    {
      id: "campaigns",
      header: "Campaigns",
      align: "end",
      cell: (listing) => listing.campaigns.toLocaleString(),
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      align: "end",
      cell: (listing) =>
        actions.mayChange ? (
          <RowMenu
            of={listing.name}
            groups={[
              [
                { label: "Edit", icon: Pencil, onSelect: () => actions.onEdit(listing) },
                {
                  label: listing.campaigns > 0 ? "Delete: campaigns use it" : "Delete",
                  icon: Trash2,
                  onSelect: () => actions.onDelete(listing),
                  destructive: true,
                  disabled: listing.campaigns > 0,
                },
              ],
            ]}
          />
        ) : null,
    },
  ];
}
