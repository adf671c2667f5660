"use client";

import { Plus, Store } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import type { StoreListing } from "@/lib/campaigns/store-listings/schema";
import { listingColumns } from "./listing-columns";
import { ListingDialog } from "./listing-dialog";

export default function StoreListings() {
  const path = at("/projects/:project/store-listings", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useLacking("store-listings.write");
  const [editing, setEditing] = useState<StoreListing | "new" | null>(null);
  const remove = ({ store_listing_id: id, name }: StoreListing) =>
    confirm({
      title: `Delete “${name}”?`,
      description: "New campaigns can no longer choose it.",
      action: "Delete listing",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", within(path, "/:id", { id }));
        await refresh(path);
        toast.success(`“${name}” was deleted`);
      },
    });

  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setEditing("new")}>
      <Plus />
      Add a listing
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Store listings"
        description="The store pages a phone is sent to. Custom product pages and custom store listings can stand beside the usual ones."
        actions={data?.store_listings.length === 0 ? null : add}
      />
      <DataTable
        label="Store listings"
        columns={listingColumns({ mayChange: !reason, onEdit: setEditing, onDelete: remove })}
        rows={data?.store_listings}
        rowId={(listing) => listing.store_listing_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Store} title="No store listing yet" actions={add}>
            Paste the address of the app's page in the App Store or on Google Play; everything else is read
            from it.
          </EmptyState>
        }
      />
      <ListingDialog path={path} listing={editing} onClose={() => setEditing(null)} />
    </>
  );
}
