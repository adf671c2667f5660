"use client";

import { SearchX } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { DestinationActions } from "@/app/(dashboard)/outbound/destinations/destination-actions";
import { DestinationProblem } from "@/app/(dashboard)/outbound/destinations/destination-problem";
import { useDestination } from "@/app/(dashboard)/outbound/destinations/use-destination";
import { ApiError } from "@/app/(dashboard)/shell/api";
import { destinationStatus } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

const screens = [
  { label: t("Report"), path: "" },
  { label: t("Mapping"), path: "/mapping" },
  { label: t("Settings"), path: "/settings" },
] as const;

/** The header of a destination's screens: its state and its actions. */
export default function DestinationLayout({ children }: { children: ReactNode }) {
  const { base, row, error } = useDestination();
  const { id: project } = useProject();
  const path = usePathname();
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("Destination not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project}/destinations`}>{t("Go to destinations")}</IntentLink>
          </Button>
        }
      >
        {t("It was removed or belongs to another project.")}
      </EmptyState>
    );
  const status = row && destinationStatus(row);
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Breadcrumb label={row?.name} />
      <PageHeader
        title={row?.name ?? t("Destination")}
        description={row?.kind_label ?? " "}
        badge={
          status ? (
            <Badge tone={status.tone} dot>
              {status.label}
            </Badge>
          ) : null
        }
        actions={row ? <DestinationActions row={row} /> : null}
      />
      {row ? <DestinationProblem destination={row} /> : null}
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1">
          <SectionMenu label={t("Destination")} base={base} screens={screens} key={path} />
        </div>
        <IntentLink
          href={`/p/${project}/deliveries?destination=${row?.id ?? ""}`}
          className="mb-2 shrink-0 rounded-sm text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
        >
          {t("Deliveries")}
        </IntentLink>
      </div>
      {children}
    </div>
  );
}
