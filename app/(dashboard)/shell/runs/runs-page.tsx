import { type LucideIcon, Pencil, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { RunStateBadge } from "@/app/(dashboard)/shell/runs/columns";
import type { ScheduledRow, ShownState } from "@/app/(dashboard)/shell/runs/states";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

type RunsPageProps<Run> = {
  shown: ScheduledRow;
  description: string;
  icon: LucideIcon;
  state: ShownState;
  /** Why it can't be changed or started. */
  reason: string | undefined;
  /** Buttons before the usual ones. */
  actions: ReactNode;
  onChange: () => void;
  onRun: () => void;
  columns: readonly Column<Run>[];
  runs: readonly Run[];
  /** Between the header and the runs. */
  about?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
};

/** The page of something that runs on a schedule, with its runs. */
export function RunsPage<Run extends { id: number }>(props: RunsPageProps<Run>) {
  const {
    shown,
    description,
    icon,
    state,
    reason,
    actions,
    onChange,
    onRun,
    columns,
    runs,
    about,
    children,
  } = props;
  return (
    <>
      <Breadcrumb label={shown.title} />
      <PageHeader
        title={shown.title}
        description={description}
        badge={<RunStateBadge state={state} />}
        actions={
          <>
            {actions}
            <GatedButton reason={reason} onClick={onChange}>
              <Pencil />
              {t("Change")}
            </GatedButton>
            <GatedButton
              reason={reason ?? (shown.running ? t("A run is in progress") : undefined)}
              variant="primary"
              onClick={onRun}
            >
              <Play />
              {t("Run now")}
            </GatedButton>
          </>
        }
      />
      {about}
      <DataTable
        label={t("Runs")}
        columns={columns}
        rows={runs}
        rowId={(run) => String(run.id)}
        empty={
          <EmptyState icon={icon} title={t("No runs yet")}>
            {shown.next_at
              ? rich("The first run begins {when}.", { when: <When at={shown.next_at} /> })
              : t("The schedule is off.")}
          </EmptyState>
        }
      />
      {children}
    </>
  );
}
