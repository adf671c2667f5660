"use client";

import { at } from "@/app/(dashboard)/api";
import { List, ListExport } from "@/app/(dashboard)/list";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { deliveryList } from "./delivery-list";
import { SendFound } from "./send-found";

export default function Deliveries() {
  const address = at("/projects/:project/deliveries", { project: useProject().id });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={deliveryList.title}
        description={deliveryList.description}
        actions={
          <>
            <SendFound address={address} />
            <ListExport screen={deliveryList} address={address} />
          </>
        }
      />
      <List screen={deliveryList} address={address} refetchInterval={15_000} />
    </div>
  );
}
