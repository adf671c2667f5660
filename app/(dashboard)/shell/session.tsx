"use client";

import { useParams } from "next/navigation";
import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import { formatsKey, setFormats } from "@/components/format";
import type { AccountSummary, Me, ProjectSummary } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import { at, withQuery } from "./api";
import { useGet } from "./data";
import { recentProjects, rememberProject } from "./recent-projects";

type Session = {
  me: Me | undefined;
  /** The loaded projects: the first ones, and those that were open recently. */
  projects: readonly ProjectSummary[];
  /** The reason why no session could be loaded. */
  error: Error | null;
  /** The project of the address; without one, the last open project. */
  project: ProjectSummary | undefined;
  /** The address names a project that this member cannot see. */
  lost: boolean;
  account: AccountSummary | undefined;
};

const SessionContext = createContext<Session | null>(null);

/** The last open project, otherwise the first one that is not archived. */
function rememberedProject(
  projects: readonly ProjectSummary[],
  recent: readonly string[],
): ProjectSummary | undefined {
  return (
    projects.find((project) => String(project.id) === recent[0]) ??
    projects.find((project) => !project.archived && !project.moved_to) ??
    projects.find((project) => !project.archived) ??
    projects[0]
  );
}

/** Members with very many projects get only the first ones; further ones are requested by ID. */
function useFurther(me: Me | undefined, ids: readonly string[]) {
  const isPart = me !== undefined && me.projects.length < me.project_count;
  const missing = isPart ? ids.filter((id) => !me.projects.some((each) => String(each.id) === id)) : [];
  const request =
    missing.length > 0 ? withQuery(at("/me/projects"), { ids: missing.sort().join(",") }) : null;
  const { data, error, isPlaceholderData } = useGet(request, { staleTime: 30_000, keepPrevious: true });
  return {
    further: request ? data?.projects : undefined,
    isWaiting: request !== null && (data === undefined || isPlaceholderData),
    failed: request === null || data ? null : error,
  };
}

/**
 * Whether another member has signed in since this page was opened. They must neither see nor continue it, so it is
 * replaced by their own start page.
 */
function useIsReplaced(me: Me | undefined): boolean {
  const [opened, setOpened] = useState<number>();
  if (me && opened === undefined) setOpened(me.member.id);
  const isReplaced = me !== undefined && opened !== undefined && me.member.id !== opened;
  useEffect(() => {
    if (isReplaced) location.replace("/");
  }, [isReplaced]);
  return isReplaced;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: received, error } = useGet(at("/me"), { staleTime: 30_000, recheck: true });
  const isReplaced = useIsReplaced(received);
  // It renders the whole screen, which is deferred so that the page remains responsive.
  const me = useDeferredValue(received);
  // The catch-all route has the address in parts, the first of which is the project.
  const [param] = [useParams<{ project?: string | string[] }>().project].flat();
  const isId = param !== undefined && /^\d{1,15}$/.test(param);
  const recent = useMemo(() => (me ? recentProjects(isId ? param : null) : []), [me, isId, param]);
  const { further, isWaiting, failed } = useFurther(me, recent);
  const session = useMemo<Session>(() => {
    const projects = [...(further ?? []), ...(me?.projects ?? [])];
    const named = projects.find((each) => String(each.id) === param);
    const project = param ? named : isWaiting ? undefined : rememberedProject(projects, recent);
    const account = me?.accounts.find((each) => each.id === project?.account_id) ?? me?.accounts[0];
    const lost = Boolean(me && param && !named && !isWaiting);
    return { me, projects, error: me ? failed : error, project, account, lost };
  }, [me, further, isWaiting, failed, recent, error, param]);

  const open = param ? session.project?.id : undefined;
  useEffect(() => {
    if (open) rememberProject(open);
  }, [open]);

  if (isReplaced) return null;
  // Set before the children format figures; the key renders them again if it changes.
  if (me) setFormats(me.formats);
  return (
    <SessionContext value={session}>
      <Fragment key={formatsKey()}>{children}</Fragment>
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error(t("Outside of the dashboard."));
  return session;
}

/** For a project's screens, which are only drawn if there is a project. */
export function useProject(): ProjectSummary {
  const { project } = useSession();
  if (!project) throw new Error(t("Outside of a project."));
  return project;
}
