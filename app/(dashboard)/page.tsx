"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { PageSkeleton } from "./page-skeleton";
import { rememberedProject, useSession } from "./session";

/** The start is the project that was open last, or the making of the first one. */
export default function StartPage() {
  const { me } = useSession();
  const router = useRouter();
  useEffect(() => {
    if (!me) return;
    const project = rememberedProject(me.projects);
    router.replace(project ? `/p/${project.id}` : "/account/projects/new");
  }, [me, router]);
  return <PageSkeleton />;
}
