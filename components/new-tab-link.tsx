import { ExternalLink } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { t } from "@/lib/base/languages/texts";

/** A link to another screen that keeps the input on this one. This screen reloads its data when the reader returns. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} target="_blank" prefetch={false} className="whitespace-nowrap underline">
      {children}
      <ExternalLink className="ms-1 inline size-3 align-baseline" aria-hidden="true" />
      <span className="sr-only"> {t("(opens in a new tab)")}</span>
    </Link>
  );
}
