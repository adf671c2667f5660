import type { ReactNode } from "react";

/** The list of audiences, and the log of each. */
export default function AudiencesLayout({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid max-w-6xl grid-cols-1 content-start gap-6">{children}</div>;
}
