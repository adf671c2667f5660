"use client";

import { UserRound } from "lucide-react";
import type { ApiAddress } from "@/app/(dashboard)/shell/api";
import { noValueDash, TextCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { networkColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { List, ListExport } from "@/app/(dashboard)/shell/list/list";
import { searchFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

const time = (at: string | null) => (at ? <When clock at={at} className="text-muted" /> : noValueDash);

const users = listScreen({
  path: "/projects/:project/campaigns/:campaign/attributed-users",
  rows: "users",
  one: t("user"),
  many: t("users"),
  title: t("Attributed users"),
  description: t("Users this campaign drove, newest first."),
  at: "attributed_at",
  when: t("Attributed"),
  columns: [
    {
      id: "user",
      header: t("User"),
      fixed: true,
      cell: ({ id, name, email }) => (
        <div className="grid grid-cols-1 leading-snug sm:max-w-64">
          <span className="truncate font-medium">{name ?? email ?? id}</span>
          <code className="truncate font-mono text-faint text-xs">{id}</code>
        </div>
      ),
    },
    { id: "installed", header: t("Installed"), wide: true, cell: (user) => time(user.installed_at) },
    { id: "clicked", header: t("Clicked"), wide: true, cell: (user) => time(user.store_click_at) },
    networkColumn,
    { id: "ad_set", header: t("Ad set"), wide: true, cell: (user) => <TextCell text={user.ad_set_name} /> },
    {
      id: "ad",
      header: t("Creative"),
      wide: true,
      cell: (user) => <TextCell text={user.ad_creative_name} />,
    },
    { id: "email", header: t("Email"), hidden: true, cell: (user) => <TextCell text={user.email} /> },
    { id: "phone", header: t("Phone"), hidden: true, cell: (user) => <TextCell text={user.phone} /> },
  ],
  filters: { search: searchFilter(t("Search users")) },
  found: t("Search IDs, names, email addresses and phone numbers."),
  empty: {
    icon: UserRound,
    title: t("No users yet"),
    text: t("Users appear here once they sign up or sign in on an install this campaign drove."),
  },
});

type AttributedUsersProps = {
  path: ApiAddress<"/projects/:project/campaigns/:campaign/attributed-users">;
};

/** The users attributed to the campaign. */
export function AttributedUsers({ path }: AttributedUsersProps) {
  const unnamed = useMissingRoleText("people.read");
  const lacksExport = useMissingRoleText("people.export");
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="attributed-users">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="attributed-users" className="font-semibold text-base">
          {users.title}
        </h2>
        {lacksExport ? null : <ListExport screen={users} address={path} />}
      </div>
      {unnamed ? (
        <p className="text-muted text-sm">
          {t("Names, email addresses and phone numbers are visible to admins. You can search by user ID.")}
        </p>
      ) : null}
      <List screen={users} address={path} />
    </section>
  );
}
