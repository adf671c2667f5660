"use client";

import { at } from "@/app/(dashboard)/api";
import { AuditLog } from "@/app/(dashboard)/audit-log";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";

export function ProjectAudit() {
  const { id } = useProject();
  return (
    <AuditLog
      path={at("/projects/:project/audit", { project: id })}
      description="Every change in this project: who, what, when."
      lacking={useLacking("audit.read")}
    />
  );
}
