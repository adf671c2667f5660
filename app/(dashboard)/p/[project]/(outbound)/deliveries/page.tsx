"use client";

import { deliveryList } from "@/app/(dashboard)/outbound/deliveries/delivery-list";
import { ResendFiltered } from "@/app/(dashboard)/outbound/deliveries/resend-filtered";
import { at } from "@/app/(dashboard)/shell/api";
import { List, ListExport } from "@/app/(dashboard)/shell/list/list";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";

export default function Deliveries() {
  const address = at("/projects/:project/deliveries", { project: useProject().id });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={deliveryList.title}
        description={deliveryList.description}
        actions={
          <>
            <ResendFiltered address={address} />
            <ListExport screen={deliveryList} address={address} />
          </>
        }
      />
      <List screen={deliveryList} address={address} refetchInterval={15_000} />
    </div>
  );
}
