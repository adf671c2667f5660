"use client";

import { Check } from "lucide-react";
import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { TextField, UrlField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { useLast } from "@/components/use-last";
import { listingInput, type StoreListing } from "@/lib/campaigns/store-listings/schema";
import { readStoreUrl } from "@/lib/campaigns/store-url";
import { customPages, stores } from "./listing-columns";

type ListingDialogProps = {
  path: Address<"/projects/:project/store-listings">;
  listing: StoreListing | "new" | null;
  onClose: () => void;
};

export function ListingDialog({ path, listing: chosen, onClose }: ListingDialogProps) {
  const refresh = useRefresh();
  const last = useLast(chosen);
  const listing = last === "new" ? null : last;
  const form = useSchemaForm(listingInput, {
    values: { name: listing?.name ?? "", url: listing?.url ?? "" },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => !next && onClose()}
      title={listing ? "Edit the listing" : "Add a store listing"}
      form={form}
      submit={listing ? "Save" : "Add listing"}
      onSubmit={async () => {
        // As it was pasted: the server reads it by the same rules.
        const { name, url } = form.getValues();
        if (listing)
          await call("PATCH", within(path, "/:id", { id: listing.store_listing_id }), { name, url });
        else await call("POST", path, { name, url });
        await refresh(path);
        toast.success(listing ? "Listing saved" : `“${name}” was added`);
      }}
    >
      <UrlField
        form={form}
        name="url"
        label="Store address"
        placeholder="https://apps.apple.com/app/id… or https://play.google.com/store/apps/details?id=…"
      />
      <WhatWasRead url={useWatch({ control: form.control, name: "url" })} />
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="As it is chosen when a campaign is made."
        placeholder="Main page"
      />
    </FormDialog>
  );
}

/** What the address says, while it is typed. */
function WhatWasRead({ url }: { url: string | undefined }) {
  if (!url?.trim()) return null;
  const page = readStoreUrl(url);
  if ("problem" in page) return <p className="-mt-2 text-muted text-xs">{page.problem}</p>;
  const rows = [
    ["Store", stores[page.platform]],
    [page.platform === "IOS" ? "App id" : "Package", page.appId],
    ...(page.pageId ? [[customPages[page.platform], page.pageId]] : []),
  ];
  return (
    <dl
      aria-live="polite"
      className="-mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md border bg-sunken px-3 py-2.5 text-sm"
    >
      {rows.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{term}</dt>
          <dd className="flex min-w-0 items-center gap-1.5">
            <span className="truncate font-mono text-xs">{value}</span>
            <Check className="size-3.5 shrink-0 text-success" aria-hidden="true" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
