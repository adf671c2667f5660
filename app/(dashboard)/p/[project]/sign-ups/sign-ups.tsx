"use client";

import { UserRoundCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { asking, at, type Question, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import { KeysetTable } from "@/app/(dashboard)/keyset-table";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { useUrlState } from "@/components/use-url-state";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { signUpColumns } from "./sign-up-columns";
import { SignUpFilters } from "./sign-up-filters";

export function SignUps() {
  const { id, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/sign-ups", { project: id });
  const base = `/p/${id}`;
  const router = useRouter();
  const [address, setAddress] = useUrlState(codecs);
  const asked = useGet(asking(path, pageQuery(address)), { keep: true });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Sign-ups"
        description="Each user once: when the app named him for the first time, on which install, and what had brought it."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <Totals path={asking(within(path, "/totals"), filterQuery(address))} />
        <KeysetTable
          one="sign-up"
          many="sign-ups"
          columns={signUpColumns(base, timeZone)}
          rows={asked.data?.sign_ups}
          asked={asked}
          place={address}
          onPlaceChange={setAddress}
          // Whoever signed up on no install that is known has what he did since.
          onRowOpen={(row) =>
            router.push(
              row.install_id
                ? `${base}/installs/${row.install_id}`
                : `${base}/events?user=${encodeURIComponent(row.id)}`,
            )
          }
          toolbar={<SignUpFilters address={address} onChange={filter} />}
          isFiltered={isFiltered(address)}
          onClear={() => filter(noFilters)}
          byId={address.user !== ""}
          icon={UserRoundCheck}
          first="The first trigger that names a user is one."
        />
      </div>
    </div>
  );
}

/** Of all that matches, not only of the page. */
function Totals({ path }: { path: Question<"/projects/:project/sign-ups/totals"> }) {
  const { currency } = useProject();
  const { data } = useGet(path, { keep: true });
  return (
    <p aria-live="polite" className="num min-h-5 text-muted text-sm">
      {data
        ? `${figureFormat(currency).full("count", data.count)}${data.more ? "+" : ""} ${data.count === 1 ? "sign-up" : "sign-ups"}`
        : null}
    </p>
  );
}
