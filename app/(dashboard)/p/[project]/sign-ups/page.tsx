"use client";

import { UserRoundCheck } from "lucide-react";
import { UserCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import {
  adPartColumns,
  campaignColumn,
  installColumn,
  networkColumn,
  platformColumn,
} from "@/app/(dashboard)/shell/facts/fact-columns";
import { senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { searchFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { t } from "@/lib/base/languages/texts";

const signUps = listScreen({
  path: "/projects/:project/sign-ups",
  rows: "sign_ups",
  one: t("sign-up"),
  many: t("sign-ups"),
  title: t("Sign-ups"),
  description: t(
    "The first user of each install: when they signed up, and the campaign that drove the install.",
  ),
  at: "signed_up_at",
  // A user without a known install has events after the sign-up.
  opens: ({ id, install_id: install }, { base }) =>
    install ? `${base}/installs/${install}` : `${base}/events?user=${encodeURIComponent(id)}`,
  totals: true,
  columns: [
    campaignColumn,
    ...adPartColumns,
    { ...networkColumn, hidden: true },
    platformColumn,
    { id: "user", header: t("User"), cell: (row) => <UserCell user={row.id} /> },
    installColumn,
  ],
  filters: { user: searchFilter(t("User ID")), ...senderFilters },
  found: t("IDs must match exactly."),
  empty: {
    icon: UserRoundCheck,
    text: t("Users appear here the moment the app first names them (trigger)."),
    Start: FirstFact,
  },
});

export default function SignUpsPage() {
  return <ListPage screen={signUps} />;
}
