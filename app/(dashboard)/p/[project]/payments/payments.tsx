"use client";

import { Banknote } from "lucide-react";
import { useCallback, useState } from "react";
import { asking, at, type Question, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import { KeysetTable } from "@/app/(dashboard)/keyset-table";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { useUrlState } from "@/components/use-url-state";
import type { ListedPayment } from "@/lib/reporting/lists/payments/schema";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { paymentColumns } from "./payment-columns";
import { PaymentFilters } from "./payment-filters";
import { PaymentSheet } from "./payment-sheet";

export function Payments() {
  const { id, time_zone: timeZone, currency } = useProject();
  const path = at("/projects/:project/payments", { project: id });
  const [address, setAddress] = useUrlState(codecs);
  const [open, setOpen] = useState<ListedPayment | null>(null);
  const asked = useGet(asking(path, pageQuery(address)), {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Payments"
        description="What users paid and got back, and what of it counts as revenue."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <Totals path={asking(within(path, "/totals"), filterQuery(address))} />
        <KeysetTable
          one="payment"
          many="payments"
          columns={paymentColumns(`/p/${id}`, timeZone, currency, address.returned !== "")}
          rows={asked.data?.payments}
          asked={asked}
          place={address}
          onPlaceChange={setAddress}
          onRowOpen={setOpen}
          toolbar={<PaymentFilters address={address} onChange={filter} />}
          isFiltered={isFiltered(address)}
          onClear={() => filter(noFilters)}
          byId={address.payment !== "" || address.user !== "" || address.install !== ""}
          icon={Banknote}
          first="The first capture-payment of a user who signed in is one."
        />
      </div>
      <PaymentSheet payment={open} onClose={() => setOpen(null)} onFilter={filter} />
    </div>
  );
}

/** Of all that matches, not only of the page. */
function Totals({ path }: { path: Question<"/projects/:project/payments/totals"> }) {
  const { currency } = useProject();
  const { data } = useGet(path, { keep: true });
  const format = figureFormat(currency);
  return (
    <p aria-live="polite" className="num min-h-5 text-muted text-sm">
      {data
        ? `${format.full("count", data.count)}${data.more ? "+" : ""} ${data.count === 1 ? "payment" : "payments"}, ${format.full(
            "money",
            data.revenue_minor,
          )} in revenue${data.more ? " among the newest" : ""}`
        : null}
    </p>
  );
}
