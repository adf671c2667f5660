"use client";

import type { Project } from "@/app/(dashboard)/contract";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";

/** All of the open project, not only what the frame needs of it. */
export function useDetails() {
  return useGet<Project>(`/projects/${useProject().id}`);
}
