"use client";

import { FileText, Trash2 } from "lucide-react";
import { useContext } from "react";
import { at } from "@/app/(dashboard)/shell/api";
import { List, ListExport } from "@/app/(dashboard)/shell/list/list";
import { fixedChoiceFilter, searchFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useProject } from "@/app/(dashboard)/shell/session";
import { DeleteSpendContext, DeletesSpend } from "@/app/(dashboard)/spend/delete-spend";
import { sourceLabels } from "@/app/(dashboard)/spend/sources";
import { numberText, windowText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { ListedImport } from "@/lib/spend/list/schema";

const imports = listScreen({
  path: "/projects/:project/spend/imports",
  rows: "imports",
  one: t("import"),
  many: t("imports"),
  title: t("Imports"),
  description: t("The sources of your spend. Replaced rows count toward the later import."),
  at: "updated_at",
  when: t("Last changed"),
  opens: ({ id }, { base }) => `${base}/spend?import=${id}`,
  columns: [
    {
      id: "name",
      header: t("Import"),
      cell: (each, { base }) => {
        const source = sourceLabels[each.kind];
        return (
          <div className="flex items-center gap-2.5">
            {source ? <source.icon className="size-4 shrink-0 text-faint" aria-hidden="true" /> : null}
            <div className="grid max-w-72 grid-cols-1 max-sm:max-w-28 leading-snug">
              <IntentLink
                href={`${base}/spend?import=${each.id}`}
                className="truncate rounded-sm font-medium hover:underline"
              >
                {each.name}
              </IntentLink>
              <span className="truncate text-muted text-xs">
                {source?.label} · {each.created_by}
              </span>
            </div>
          </div>
        );
      },
    },
    {
      id: "days",
      header: t("Days"),
      wide: true,
      cell: (each) => (
        <span className="num whitespace-nowrap">
          {each.from && each.to ? windowText({ from: each.from, to: each.to }) : "–"}
        </span>
      ),
    },
    {
      id: "campaigns",
      header: t("Campaigns"),
      wide: true,
      align: "end",
      cell: (each) => <span className="num">{numberText(each.campaigns)}</span>,
    },
    {
      id: "rows",
      header: t("Rows"),
      wide: true,
      hint: t("Rows that haven't been replaced."),
      align: "end",
      cell: (each, { base }) =>
        each.state === "STORED" ? (
          <span className="num">{numberText(each.rows)}</span>
        ) : (
          <IntentLink href={`${base}/spend/upload/${each.id}`} className="rounded-sm hover:underline">
            <Badge tone={each.state === "FAILED" ? "danger" : "accent"} dot>
              {each.state === "FAILED" ? t("Failed") : t("Saving")}
            </Badge>
          </IntentLink>
        ),
    },
    {
      id: "amount",
      header: t("Spend"),
      align: "end",
      cell: (each, { money }) => (
        <span className="num whitespace-nowrap font-medium">{money(each.amount_minor)}</span>
      ),
    },
    {
      id: "actions",
      header: t("Actions"),
      quiet: true,
      align: "end",
      cell: (each) => <Delete of={each} />,
    },
  ],
  filters: {
    search: searchFilter(t("Search imports or their authors")),
    kind: fixedChoiceFilter(
      t("Kind"),
      (["FILE", "HAND", "KEY", "ACCOUNT"] as const).map((value) => ({
        value,
        label: sourceLabels[value]?.label ?? value,
      })),
    ),
  },
  empty: {
    icon: FileText,
    title: t("No imports yet"),
    text: t("Every file, manual entry, API key and ad account that added spend, with the remaining amount."),
  },
});

export default function ImportsPage() {
  const address = at("/projects/:project/spend/imports", { project: useProject().id });
  return (
    <DeletesSpend>
      <PageHeader
        title={imports.title}
        description={imports.description}
        actions={<ListExport screen={imports} address={address} />}
      />
      <List screen={imports} address={address} />
    </DeletesSpend>
  );
}

function Delete({ of: { id, name } }: { of: ListedImport }) {
  const onDelete = useContext(DeleteSpendContext);
  if (!onDelete) return null;
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={t("Delete spend from {name}", { name })}
      onClick={() =>
        onDelete({ title: t("Delete spend from “{name}”?", { name }), filter: { import: id }, rows: null })
      }
    >
      <Trash2 />
    </Button>
  );
}
