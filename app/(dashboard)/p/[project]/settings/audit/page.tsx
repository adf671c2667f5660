"use client";

import { at } from "@/app/(dashboard)/api";
import { AuditLog, projectLog } from "@/app/(dashboard)/audit-log";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";

export default function ProjectAuditPage() {
  return (
    <AuditLog
      screen={projectLog}
      address={at("/projects/:project/audit", { project: useProject().id })}
      lacking={useLacking("audit.read")}
    />
  );
}
