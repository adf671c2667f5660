"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { recentProjects } from "@/app/(dashboard)/shell/recent-projects";
import { useSession } from "@/app/(dashboard)/shell/session";
import { useDebounced } from "@/components/use-debounced";
import type { ProjectSummary } from "@/lib/accounts/schema";

/**
 * Projects that match a text. Usually all projects are loaded and filtered here. For members with very many, the server
 * is queried when typing pauses. Without a text, recently opened projects come first.
 */
export function useMyProjects(text: string, account?: number) {
  const { me, projects } = useSession();
  const isPart = me !== undefined && me.projects.length < me.project_count;
  const query = useDebounced(text.trim(), 150);
  const isSearch = isPart && (query !== "" || account !== undefined);
  const { data, isFetching } = useGet(
    isSearch
      ? withQuery(at("/me/projects"), { search: query || undefined, ...(account ? { account } : {}) })
      : null,
    { keepPrevious: true },
  );
  const found = isSearch ? data : undefined;
  const shown = found?.projects ?? me?.projects ?? [];
  return {
    shown,
    recent: isPart && text.trim() === "" ? openLately(projects) : [],
    /** The number of matching projects that are not shown. */
    left: (found?.project_count ?? me?.project_count ?? 0) - shown.length,
    /** True if not all projects are loaded, so that the server filters them. */
    isPart,
    isLoading: isSearch && (isFetching || query !== text.trim()),
  };
}

function openLately(projects: readonly ProjectSummary[]): ProjectSummary[] {
  return recentProjects(null).flatMap((id) => projects.find((each) => String(each.id) === id) ?? []);
}
