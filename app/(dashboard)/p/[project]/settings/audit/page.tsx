import { ProjectAudit } from "./project-audit";

export default function ProjectAuditPage() {
  return <ProjectAudit />;
}
