"use client";

import { History, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiAddress } from "@/app/(dashboard)/shell/api";
import { List, ListExport } from "@/app/(dashboard)/shell/list/list";
import { fixedChoiceFilter, searchFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { type ListColumn, type ListScreen, listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import type { AuditEntry } from "@/lib/accounts/audit/schema";
import { t } from "@/lib/base/languages/texts";
import { AuditDiff } from "./audit-diff";
import { auditActionLabel, auditAreaLabels } from "./audit-labels";

const columns: ListColumn<AuditEntry>[] = [
  {
    id: "action",
    header: t("Change"),
    fixed: true,
    cell: ({ action }) => <span className="whitespace-nowrap font-medium">{auditActionLabel(action)}</span>,
  },
  {
    id: "target",
    header: t("On"),
    cell: ({ target }) => <span className="block max-w-64 truncate max-sm:max-w-24">{target || "–"}</span>,
  },
  {
    id: "actor",
    header: t("Who"),
    wide: true,
    cell: ({ actor }) => <span className="block max-w-56 truncate text-muted">{actor}</span>,
  },
];

const projectColumn: ListColumn<AuditEntry> = {
  id: "project",
  header: t("Project"),
  wide: true,
  cell: ({ project_name: name }) => (name ? <Badge tone="outline">{name}</Badge> : null),
};

/** The exact changes. */
const AuditDetail = ({ entry }: { entry: AuditEntry }) => (
  <>
    <dl className="grid grid-cols-[5rem_1fr] gap-y-2 text-sm">
      <dt className="text-muted">{t("On")}</dt>
      <dd>{entry.target || "–"}</dd>
      <dt className="text-muted">{t("Member")}</dt>
      <dd>{entry.actor}</dd>
      {entry.project_name ? (
        <>
          <dt className="text-muted">{t("Project")}</dt>
          <dd>{entry.project_name}</dd>
        </>
      ) : null}
      <dt className="text-muted">{t("Action")}</dt>
      <dd className="font-mono text-xs leading-5">{entry.action}</dd>
    </dl>
    <AuditDiff entry={entry} />
    <CodeBlock title={t("Details")} code={JSON.stringify(entry.detail, null, 2)} />
  </>
);

const log = {
  rows: "entries",
  one: t("change"),
  many: t("changes"),
  title: t("Audit log"),
  at: "at",
  filters: {
    search: searchFilter(t("Search members or changes")),
    area: fixedChoiceFilter(
      t("Area"),
      Object.entries(auditAreaLabels).map(([value, label]) => ({ value, label })),
    ),
  },
  opens: {
    title: ({ action }: AuditEntry) => auditActionLabel(action),
    body: (entry: AuditEntry) => <AuditDetail entry={entry} />,
  },
  empty: {
    icon: History,
    title: t("No changes yet"),
    text: t("Changes to settings, keys, members and campaigns appear here."),
  },
} as const;

export const projectLog = listScreen({
  ...log,
  path: "/projects/:project/audit",
  description: t("Every change in this project, with its author and time."),
  columns,
});

export const accountLog = listScreen({
  ...log,
  path: "/accounts/:account/audit",
  description: t("Every change, sign-in and export of people in this account and its projects."),
  columns: [...columns, projectColumn],
});

type AuditPath = "/accounts/:account/audit" | "/projects/:project/audit";

type AuditLogProps<P extends AuditPath> = {
  screen: ListScreen<P>;
  /** Null until the account or project is known. */
  address: ApiAddress<P> | null;
  actions?: ReactNode;
  /** The reason why this member cannot read the log. */
  lacking?: string | undefined;
};

/** All changes, newest first. A row expands to its exact changes. */
export const AuditLog = <P extends AuditPath>({ screen, address, actions, lacking }: AuditLogProps<P>) => (
  <>
    <PageHeader
      title={screen.title}
      description={screen.description}
      actions={
        <>
          {actions}
          {lacking || !address ? null : <ListExport screen={screen} address={address} />}
        </>
      }
    />
    {lacking ? (
      <Card>
        <EmptyState icon={ShieldCheck} title={t("For admins")}>
          {lacking}.
        </EmptyState>
      </Card>
    ) : (
      <List screen={screen} address={address} />
    )}
  </>
);
