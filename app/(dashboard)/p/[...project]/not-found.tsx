"use client";

import { Compass } from "lucide-react";
import { useParams } from "next/navigation";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

const suggestions = [
  { label: t("Campaigns"), path: "/campaigns" },
  { label: t("Activity"), path: "/clicks" },
  { label: t("Settings"), path: "/settings" },
];

/** Unknown addresses below a project keep the frame. */
export default function PageNotFound() {
  // From the address, not from the session, whose late arrival would shift the page.
  const { project } = useParams<{ project?: string[] }>();
  const base = project ? `/p/${project[0]}` : "";
  return (
    <>
      <Breadcrumb label={t("Page not found")} />
      <EmptyState
        page
        icon={Compass}
        title={t("Page not found")}
        actions={
          <>
            <Button asChild variant="primary">
              <IntentLink href={base || "/"}>{t("Overview")}</IntentLink>
            </Button>
            {(project ? suggestions : []).map(({ label, path }) => (
              <Button asChild key={path}>
                <IntentLink href={base + path}>{label}</IntentLink>
              </Button>
            ))}
          </>
        }
      >
        {t("The address may be mistyped, or the page has moved.")}
      </EmptyState>
    </>
  );
}
