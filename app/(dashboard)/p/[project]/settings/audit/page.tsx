import type { Metadata } from "next";
import { ProjectAudit } from "./project-audit";

export const metadata: Metadata = { title: "Audit log" };

export default function ProjectAuditPage() {
  return <ProjectAudit />;
}
