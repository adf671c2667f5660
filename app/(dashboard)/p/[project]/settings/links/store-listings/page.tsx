"use client";

import { Check, Pencil, RefreshCw, Store, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { type ApiAddress, ApiError, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField, UrlField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { quoted } from "@/components/quoted";
import { rich } from "@/components/rich";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { listingInput, type StoreListing } from "@/lib/campaigns/store-listings/schema";
import { defaultListingName, readStoreUrl } from "@/lib/campaigns/store-url";

export default function StoreListings() {
  const path = at("/projects/:project/store-listings", { project: useProject().id });
  const request = useGet(path);
  const refresh = useRefresh();
  const remove = useRemoval(path);
  const reason = useMissingRoleText("store-listings.write");
  const [editing, setEditing] = useState<StoreListing | "new" | null>(null);
  const onDelete = ({ store_listing_id: id, name }: StoreListing) =>
    remove(child(path, "/:id", { id }), {
      title: t("Delete “{name}”?", { name }),
      description: t("New campaigns can't use it."),
      action: t("Delete listing"),
      done: t("{name} was deleted", { name: quoted(name) }),
    });
  const onRead = ({ store_listing_id: id }: StoreListing) => {
    void readFromStore(path, id).then(() => refresh(path));
  };
  return (
    <ResourcePage
      title={t("Store listings")}
      description={t(
        "The store pages phones are sent to, including custom product pages and custom store listings.",
      )}
      icon={Store}
      request={request}
      columns={listingColumns({ mayChange: !reason, onEdit: setEditing, onDelete, onRead })}
      rows={request.data?.store_listings}
      rowId={(listing) => listing.store_listing_id}
      add={{ label: t("Add listing"), reason, onClick: () => setEditing("new") }}
      empty={{
        title: t("No store listings yet"),
        text: t("Paste your app's App Store or Google Play URL; the rest is filled in for you."),
      }}
    >
      <ListingDialog path={path} listing={editing} onClose={() => setEditing(null)} />
    </ResourcePage>
  );
}

/** Loads the name, icon and rating of the app. */
async function readFromStore(path: ApiAddress<"/projects/:project/store-listings">, id: string) {
  try {
    const { store_listing } = await mutate("POST", child(path, "/:id/read", { id }));
    toast.success(
      t("{name} was read from the store", { name: quoted(store_listing.app?.name ?? store_listing.name) }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.warning(t("Couldn't read the app from the store"), { description: error.message });
  }
}

const stores = { IOS: t("App Store"), ANDROID: t("Google Play") } as const;
const customPages = { IOS: t("Product page"), ANDROID: t("Custom listing") } as const;

type ListingActions = {
  mayChange: boolean;
  onEdit: (listing: StoreListing) => void;
  onDelete: (listing: StoreListing) => void;
  onRead: (listing: StoreListing) => void;
};

function listingColumns(actions: ListingActions): Column<StoreListing>[] {
  return [
    {
      id: "name",
      header: t("Name"),
      cell: (listing) => <span className="block max-w-64 truncate font-medium">{listing.name}</span>,
    },
    {
      id: "store",
      header: t("Store"),
      cell: (listing) => <Badge tone="outline">{stores[listing.platform]}</Badge>,
    },
    {
      id: "app",
      header: t("App"),
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
      id: "read",
      header: t("In the store"),
      hint: t("The app details on link pages."),
      cell: ({ app }) =>
        app ? (
          <span className="grid leading-snug">
            <span className="max-w-48 truncate">{app.name}</span>
            <span className="text-faint text-xs">
              {rich("{rating}{pictures}, read {when}", {
                rating: app.rating === null ? t("No ratings") : `★ ${app.rating.toFixed(1)}`,
                pictures:
                  app.pictures > 0
                    ? `, ${app.pictures === 1 ? "1 screenshot" : t("{pictures} screenshots", { pictures: app.pictures })}`
                    : "",
                when: <When at={app.read_at} />,
              })}
            </span>
          </span>
        ) : (
          <span className="text-faint text-sm">{t("Not read")}</span>
        ),
    },
    {
      id: "id",
      header: t("Id"),
      hint: t("Its ID in the server API."),
      cell: (listing) => (
        <span className="flex items-center gap-1">
          <code className="font-mono text-muted text-xs">{listing.store_listing_id}</code>
          <CopyButton value={listing.store_listing_id} label={t("Copy the ID")} />
        </span>
      ),
    },
    {
      id: "campaigns",
      header: t("Campaigns"),
      align: "end",
      cell: (listing) => numberText(listing.campaigns),
    },
    actionsColumn((listing) =>
      actions.mayChange ? (
        <RowMenu
          of={listing.name}
          groups={[
            [
              { label: t("Edit"), icon: Pencil, onSelect: () => actions.onEdit(listing) },
              {
                label: listing.app ? t("Read from the store again") : t("Read from the store"),
                icon: RefreshCw,
                onSelect: () => actions.onRead(listing),
              },
              {
                label: listing.campaigns > 0 ? t("In use by campaigns") : t("Delete"),
                icon: Trash2,
                onSelect: () => actions.onDelete(listing),
                destructive: true,
                disabled: listing.campaigns > 0,
              },
            ],
          ]}
        />
      ) : null,
    ),
  ];
}

type ListingDialogProps = {
  path: ApiAddress<"/projects/:project/store-listings">;
  listing: StoreListing | "new" | null;
  onClose: () => void;
};

function ListingDialog({ path, listing: chosen, onClose }: ListingDialogProps) {
  const refresh = useRefresh();
  const last = useLastValue(chosen);
  const listing = last === "new" ? null : last;
  const form = useSchemaForm(listingInput, {
    values: { name: listing?.name ?? "", url: listing?.url ?? "" },
  });
  const url = useWatch({ control: form.control, name: "url" });
  const page = readStoreUrl(url ?? "");
  const suggested = "problem" in page ? "" : defaultListingName(page);
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => !next && onClose()}
      title={listing ? t("Edit listing") : t("Add store listing")}
      form={form}
      submit={listing ? t("Save") : t("Add listing")}
      onSubmit={async () => {
        // Sent as pasted; the server parses it with the same rules.
        const { name, url } = form.getValues();
        const { store_listing } = listing
          ? await mutate("PATCH", child(path, "/:id", { id: listing.store_listing_id }), {
              name: name || undefined,
              url,
            })
          : await mutate("POST", path, { name, url });
        // The listing is saved even if the store is slow or unavailable.
        if (!store_listing.app)
          void readFromStore(path, store_listing.store_listing_id).then(() => refresh(path));
        await refresh(path);
        toast.success(
          listing ? t("Listing saved") : t("{name} was added", { name: quoted(store_listing.name) }),
        );
      }}
    >
      <UrlField
        form={form}
        name="url"
        label={t("Store URL")}
        placeholder="https://apps.apple.com/app/id… or https://play.google.com/store/apps/details?id=…"
      />
      <WhatWasRead url={url} />
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={t("Shown when choosing a listing for a campaign.")}
        optional
        placeholder={suggested}
      />
    </FormDialog>
  );
}

function WhatWasRead({ url }: { url: string | undefined }) {
  if (!url?.trim()) return null;
  const page = readStoreUrl(url);
  if ("problem" in page) return <p className="-mt-2 text-muted text-xs">{page.problem}</p>;
  const rows = [
    [t("Store"), stores[page.platform]],
    [page.platform === "IOS" ? t("App ID") : t("Package"), page.appId],
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
