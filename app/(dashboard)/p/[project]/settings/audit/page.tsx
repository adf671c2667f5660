"use client";

import { at } from "@/app/(dashboard)/shell/api";
import { AuditLog, projectLog } from "@/app/(dashboard)/shell/audit/audit-log";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";

export default function ProjectAuditPage() {
  return (
    <AuditLog
      screen={projectLog}
      address={at("/projects/:project/audit", { project: useProject().id })}
      lacking={useMissingRoleText("audit.read")}
    />
  );
}
