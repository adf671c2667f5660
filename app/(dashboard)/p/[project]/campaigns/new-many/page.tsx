"use client";

import { useState } from "react";
import { ColumnsGuide } from "@/app/(dashboard)/campaigns/many/columns-guide";
import { CreatedCampaigns } from "@/app/(dashboard)/campaigns/many/created-campaigns";
import { SheetForm } from "@/app/(dashboard)/campaigns/many/sheet-form";
import { at, type ResponseOf } from "@/app/(dashboard)/shell/api";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";

export default function CreateManyPage() {
  const path = at("/projects/:project/campaigns", { project: useProject().id });
  const reason = useMissingRoleText("campaigns.write");
  const [made, setMade] = useState<ResponseOf<"/projects/:project/campaigns/sheet", "POST"> | null>(null);
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Create many campaigns")}
        description={t(
          "Paste rows from a spreadsheet or choose a CSV file. Only rows without problems are created.",
        )}
      />
      {reason ? (
        <Alert tone="warning" title={reason} />
      ) : made ? (
        <CreatedCampaigns {...made} />
      ) : (
        <>
          <SheetForm path={path} onCreated={setMade} />
          <ColumnsGuide />
        </>
      )}
    </div>
  );
}
