"use client";

import { at } from "./api";
import { useGet } from "./data";
import { useProject } from "./session";

/** All of the open project, not only what the frame needs of it. */
export function useDetails() {
  return useGet(at("/projects/:project", { project: useProject().id }));
}
