"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { PageSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { useSession } from "@/app/(dashboard)/shell/session";

/** Opens the last used project, or the form for the first one. */
export default function StartPage() {
  const { me, project } = useSession();
  const router = useRouter();
  useEffect(() => {
    if (project) router.replace(`/p/${project.id}`);
    else if (me?.project_count === 0) router.replace("/account/projects/new");
  }, [me, project, router]);
  return <PageSkeleton />;
}
