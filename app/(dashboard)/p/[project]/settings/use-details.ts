"use client";

import type { Project } from "../../../contract";
import { useGet } from "../../../data";
import { useProject } from "../../../session";

/** All of the open project, not only what the frame needs of it. */
export function useDetails() {
  return useGet<Project>(`/projects/${useProject().id}`);
}
