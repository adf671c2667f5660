"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { useProject } from "@/app/(dashboard)/shell/session";
import { t } from "@/lib/base/languages/texts";

/** The statement behind the budgets, of one campaign or all. */
export function BudgetSql({ campaign }: { campaign?: number }) {
  const path = at("/projects/:project/budgets/sql", { project: useProject().id });
  const request = campaign === undefined ? path : withQuery(path, { campaign });
  return <ShowSql choices={[{ label: t("Budgets"), request }]} />;
}
