"use client";

import { ArrowRight, Check } from "lucide-react";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import type { MemberProject } from "@/lib/projects/schema";

type FirstInstall = NonNullable<MemberProject["first_install"]>;

const shownMs = 7 * 86_400_000;

/** True in the week after the first real install, which ends the first steps. */
export const isNewInstall = (install: FirstInstall | null): install is FirstInstall =>
  install !== null && Date.now() - Date.parse(install.installed_at) < shownMs;

/** The last of the first steps, in one line below the first figures. Opening the install hides it, too. */
export function FirstInstallStrip({
  project,
  install,
  onHide,
}: {
  project: number;
  install: FirstInstall;
  onHide: () => void;
}) {
  const platform = platformNames[install.platform ?? ""] ?? install.platform;
  return (
    <section
      aria-label={t("Your first real install")}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-accent/25 bg-accent-soft px-3.5 py-1.5 text-sm"
    >
      <Check className="size-4 shrink-0 text-accent" aria-hidden="true" />
      <span className="font-medium">{t("Your first real install, explained")}</span>
      <span className="min-w-0 flex-1 truncate text-muted">
        {[platform, install.campaign ?? "organic"].filter(Boolean).join(", ")},{" "}
        <When at={install.installed_at} />
      </span>
      <Button asChild size="sm">
        <IntentLink href={`/p/${project}/installs/${install.id}`} onClick={onHide}>
          {t("Open install")}
          <ArrowRight className="size-3.5" />
        </IntentLink>
      </Button>
      <Button size="sm" variant="ghost" onClick={onHide}>
        {t("Hide")}
      </Button>
    </section>
  );
}
