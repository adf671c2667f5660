"use client";

import { Plus, Store } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Gated } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import type { StoreListing } from "@/lib/campaigns/store-listings/schema";
import { listingColumns } from "./listing-columns";
import { ListingDialog } from "./listing-dialog";

export function StoreListings() {
  const path = at("/projects/:project/store-listings", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useLacking("store-listings.write");
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<StoreListing | null>(null);
  const [deleting, setDeleting] = useState<StoreListing | null>(null);
  const toDelete = useLast(deleting);

  const add = (
    <Gated reason={reason}>
      {(gate) => (
        <Button variant="primary" {...gate} onClick={() => setAdding(true)}>
          <Plus />
          Add a listing
        </Button>
      )}
    </Gated>
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
        columns={listingColumns({ mayChange: !reason, onEdit: setEditing, onDelete: setDeleting })}
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
      <ListingDialog path={path} open={adding} onClose={() => setAdding(false)} />
      <ListingDialog path={path} open={editing !== null} listing={editing} onClose={() => setEditing(null)} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete “${toDelete?.name ?? ""}”?`}
        description="New campaigns can no longer choose it."
        action="Delete listing"
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await call("DELETE", within(path, "/:id", { id: deleting.store_listing_id }));
          await refresh(path);
          toast.success(`“${deleting.name}” was deleted`);
        }}
      />
    </>
  );
}
