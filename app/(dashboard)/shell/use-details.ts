"use client";

import { at } from "./api";
import { useGet } from "./data";
import { useProject } from "./session";

/** All details of the open project; the frame loads only some of them. */
export function useProjectDetails() {
  return useGet(at("/projects/:project", { project: useProject().id }));
}
