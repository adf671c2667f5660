"use client";

import { AuditLog } from "../../../../audit-log";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";

export function ProjectAudit() {
  const { id } = useProject();
  return (
    <AuditLog
      path={`/projects/${id}/audit`}
      description="Every change in this project: who, what, when."
      lacking={useLacking("audit.read")}
    />
  );
}
