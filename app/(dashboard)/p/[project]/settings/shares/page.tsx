"use client";

import { Link2Off, Share2, ShieldCheck } from "lucide-react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { dayText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import type { SharedLink } from "@/lib/activity/shares/schema";
import { t } from "@/lib/base/languages/texts";

const kinds = { overview: t("Overview"), report: t("Report") };

export default function SharesPage() {
  const reason = useMissingRoleText("shares.write");
  return (
    <>
      <PageHeader
        title={t("Share links")}
        description={t(
          "Read-only pages for people without an account. Create one with Share, on the overview or the report.",
        )}
      />
      {reason ? (
        <Card>
          <EmptyState icon={ShieldCheck} title={t("For marketers and admins")}>
            {reason}.
          </EmptyState>
        </Card>
      ) : (
        <ShareList />
      )}
    </>
  );
}

function ShareList() {
  const path = at("/projects/:project/shares", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const remove = useRemoval(path);
  const revoke = ({ id, title, ended }: SharedLink) =>
    remove(child(path, "/:id", { id }), {
      title: ended ? t("Remove “{title}”?", { title }) : t("Revoke “{title}”?", { title }),
      description: ended ? t("The link has ended already.") : t("The link stops working for everyone."),
      action: ended ? t("Remove") : t("Revoke link"),
      done: ended ? t("Link removed") : t("Link revoked"),
    });
  const revokeAll = (creator: string) => {
    const count = (data?.shares ?? []).filter(({ created_by }) => created_by === creator).length;
    const links = count === 1 ? t("1 share link") : t("{count} share links", { count });
    return confirm({
      title: t("Revoke all links of {creator}?", { creator }),
      description: t(
        "{links} in this project stop working immediately. Links in other projects are not affected.",
        { links },
      ),
      action: t("Revoke all"),
      destructive: true,
      onConfirm: async () => {
        await mutate("POST", child(path, "/revoke"), { created_by: creator });
        await refresh(path);
        toast.success(t("{links} revoked", { links }));
      },
    });
  };
  const columns: Column<SharedLink>[] = [
    {
      id: "title",
      header: t("Title"),
      cell: ({ title, kind, created_by, maker_left }) => (
        <span className="grid leading-snug">
          <span className="max-w-64 truncate font-medium">{title}</span>
          <span className="max-w-64 truncate text-muted text-xs">
            {kinds[kind]} · {created_by}
          </span>
          {maker_left ? (
            <span className="flex flex-wrap items-center gap-x-2">
              <Badge tone="warning">{t("Creator has left")}</Badge>
              <Button
                variant="ghost"
                size="sm"
                className="max-sm:-ms-2.5"
                aria-label={t("Revoke all links of {created_by}", { created_by })}
                onClick={() => void revokeAll(created_by)}
              >
                {t("Revoke all")}
              </Button>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "opened",
      header: t("Last opened"),
      cell: ({ last_opened_at: at }) =>
        at ? <When at={at} className="text-muted" /> : <span className="text-muted">{t("Never")}</span>,
    },
    {
      id: "ends",
      header: t("Ends"),
      cell: ({ ended, expires_at }) =>
        ended ? (
          <Badge>{t("Ended")}</Badge>
        ) : (
          <span className="whitespace-nowrap text-muted">{dayText(new Date(expires_at))}</span>
        ),
    },
    actionsColumn((share) => (
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${share.ended ? t("Remove") : t("Revoke")} ${share.title}`}
        onClick={() => void revoke(share)}
      >
        <Link2Off />
      </Button>
    )),
  ];
  return (
    <DataTable
      label={t("Share links")}
      columns={columns}
      rows={data?.shares}
      rowId={(share) => String(share.id)}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState icon={Share2} title={t("No share links yet")}>
          {t("Open the overview or the report, choose its filters, and press Share.")}
        </EmptyState>
      }
    />
  );
}
