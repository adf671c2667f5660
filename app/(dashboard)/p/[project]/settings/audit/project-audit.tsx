"use client";

import { ShieldCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { AuditTable } from "../../../../audit-table";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";

export function ProjectAudit() {
  const project = useProject();
  const reason = useLacking("audit.read");
  return (
    <>
      <PageHeader title="Audit log" description="Every change in this project: who, what, when." />
      {reason ? (
        <Card>
          <EmptyState icon={ShieldCheck} title="For admins">
            {reason}.
          </EmptyState>
        </Card>
      ) : (
        <AuditTable path={`/projects/${project.id}/audit`} />
      )}
    </>
  );
}
