"use client";

import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";

/** All of the open project, not only what the frame needs of it. */
export function useDetails() {
  return useGet(at("/projects/:project", { project: useProject().id }));
}
