"use client";

import { useState } from "react";
import { at, type ResponseOf } from "@/app/(dashboard)/api";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { ColumnsGuide } from "./columns-guide";
import { Created } from "./created";
import { SheetForm } from "./sheet-form";

export default function CreateManyPage() {
  const path = at("/projects/:project/campaigns", { project: useProject().id });
  const reason = useLacking("campaigns.write");
  const [made, setMade] = useState<ResponseOf<"/projects/:project/campaigns/sheet", "POST"> | null>(null);
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title="Create many campaigns"
        description="Paste rows from a spreadsheet or choose a CSV file. Only rows without problems are created."
      />
      {reason ? (
        <Alert tone="warning" title={reason} />
      ) : made ? (
        <Created {...made} />
      ) : (
        <>
          <SheetForm path={path} onCreated={setMade} />
          <ColumnsGuide />
        </>
      )}
    </div>
  );
}
