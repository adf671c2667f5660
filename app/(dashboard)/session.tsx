"use client";

import { useParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import type { AccountSummary, Me, ProjectSummary } from "@/lib/accounts/schema";
import { at } from "./api";
import { useGet } from "./data";

type Session = {
  me: Me | undefined;
  error: Error | null;
  /** The project of the address; where there is none, the one that was open last. */
  project: ProjectSummary | undefined;
  /** The address names a project that this member cannot see. */
  lost: boolean;
  account: AccountSummary | undefined;
};

const SessionContext = createContext<Session | null>(null);

const LAST = "last-project";

export function rememberedProject(projects: readonly ProjectSummary[]): ProjectSummary | undefined {
  const last = typeof localStorage === "undefined" ? null : localStorage.getItem(LAST);
  return (
    projects.find((project) => String(project.id) === last) ??
    projects.find((project) => !project.archived) ??
    projects[0]
  );
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: me, error } = useGet(at("/me"), { staleTime: 30_000 });
  // What no screen has the address of comes in parts, the first of which is the project.
  const [param] = [useParams<{ project?: string | string[] }>().project].flat();
  const session = useMemo<Session>(() => {
    const named = me?.projects.find((each) => String(each.id) === param);
    const project = param ? named : me && rememberedProject(me.projects);
    const account = me?.accounts.find((each) => each.id === project?.account_id) ?? me?.accounts[0];
    return { me, error, project, account, lost: Boolean(me && param && !named) };
  }, [me, error, param]);

  const open = param ? session.project?.id : undefined;
  useEffect(() => {
    if (open) localStorage.setItem(LAST, String(open));
  }, [open]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("Outside of the dashboard.");
  return session;
}

/** For the screens of a project, which are drawn only when there is one. */
export function useProject(): ProjectSummary {
  const { project } = useSession();
  if (!project) throw new Error("Outside of a project.");
  return project;
}
