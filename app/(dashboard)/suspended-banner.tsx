"use client";

import { TriangleAlert } from "lucide-react";
import { useSession } from "./session";

export function SuspendedBanner() {
  const { project } = useSession();
  if (!project?.suspended) return null;
  return (
    <section
      aria-label="State of the project"
      className="flex items-center gap-2.5 border-warning/25 border-b bg-warning-soft px-4 py-2 text-sm sm:px-6 lg:px-8"
    >
      <TriangleAlert className="size-4 shrink-0 text-warning" aria-hidden="true" />
      <span>
        <strong className="font-medium">{project.name} is suspended.</strong> Links and apps go on working and
        everything is still counted; the reporting interface answers 402 until the project is resumed.
      </span>
    </section>
  );
}
