import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export const findErasedKeys = (projectId: ProjectId) => sql<{ key: string; erased_at: Date }[]>`
  select key, erased_at from erased_ids where project_id = ${projectId}`;
