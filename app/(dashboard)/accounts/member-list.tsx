"use client";

import { KeyRound, LogOut, UserMinus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { roleNames } from "@/app/(dashboard)/shell/roles";
import { useSession } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { Select } from "@/components/fields/select";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { mayGrant, type Role, roles } from "@/lib/accounts/access/roles";
import type { AccountSummary, Colleague } from "@/lib/accounts/schema";
import { inSentence, t } from "@/lib/base/languages/texts";
import { AccessDialog } from "./access-dialog";
import { mayChangeMember, ProjectRoles } from "./project-roles";

/** Anyone who has such a link can still open it, which is easily overlooked. */
function sharesOf({ share_links: count }: Colleague): string {
  if (count === 0) return "";
  const links =
    count === 1
      ? t("1 share link they created keeps")
      : t("{count} share links they created keep", { count });
  return ` ${t("{links} working until revoked: Settings → Share links of the project, Revoke all.", { links })}`;
}

export function MemberList({ account }: { account: AccountSummary | undefined }) {
  const { me } = useSession();
  const path = account ? at("/accounts/:account/members", { account: account.id }) : null;
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const own = me?.member.id;
  const [changing, setChanging] = useState<Colleague | null>(null);

  const change = useAction(
    async ({ member, role }: { member: Colleague; role: Role }) => {
      if (!path) return;
      await mutate("PATCH", child(path, "/:member", { member: member.id }), { role });
      await refresh(path, "/me");
    },
    {
      done: (_, { member, role }) =>
        t("{name} is {roleName} now", {
          name: member.name || member.email,
          roleName: inSentence(roleNames[role]),
        }),
    },
  );

  function remove(member: Colleague) {
    if (!path) return;
    const self = member.id === own;
    const name = member.name || member.email;
    void confirm({
      title: self ? t("Leave {name}?", { name: account?.name }) : t("Remove {name}?", { name }),
      description: self
        ? t("You lose access to this account's projects immediately. An admin can invite you back.")
        : member.role === null
          ? t("They lose access to their projects immediately. Their work is kept.{member}", {
              member: sharesOf(member),
            })
          : t("They lose access to this account's projects immediately. Their work is kept.{member}", {
              member: sharesOf(member),
            }),
      action: self ? t("Leave") : t("Remove"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:member", { member: member.id }));
        if (self) return location.assign("/");
        await refresh(path);
        toast.success(t("{name} was removed", { name }));
      },
    });
  }

  const columns: Column<Colleague>[] = [
    {
      id: "member",
      header: t("Member"),
      cell: (member) => (
        <div className="flex items-center gap-2.5">
          <Avatar name={member.name || member.email} className="max-sm:hidden" />
          <div className="grid min-w-0 grid-cols-1 leading-snug">
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium">{member.name || member.email}</span>
              {member.id === own ? <Badge>{t("You")}</Badge> : null}
            </span>
            {member.name ? <span className="truncate text-muted text-xs">{member.email}</span> : null}
          </div>
        </div>
      ),
    },
    {
      id: "role",
      header: t("Role"),
      cell: (member) => {
        if (member.role === null) return <ProjectRoles projects={member.projects} />;
        if (!mayChangeMember(account, member))
          return <span className="text-muted">{roleNames[member.role]}</span>;
        const saving = change.isPending && change.variables.member.id === member.id;
        return (
          <Select
            aria-label={t("Role of {name}", { name: member.name || member.email })}
            size="sm"
            className="w-28"
            value={saving ? change.variables.role : member.role}
            disabled={saving}
            options={[...roles].reverse().map((role) => ({
              value: role,
              label: roleNames[role],
              disabled: !account || !mayGrant(account.role, role),
            }))}
            onValueChange={(role) => change.mutate({ member, role })}
          />
        );
      },
    },
    {
      id: "seen",
      header: t("Last seen"),
      cell: (member) =>
        member.last_seen_at ? (
          <When at={member.last_seen_at} className="text-muted" />
        ) : (
          <span className="text-faint">{t("Never")}</span>
        ),
    },
    {
      id: "joined",
      header: t("Joined"),
      cell: (member) => <When at={member.joined_at} className="text-muted" />,
    },
    actionsColumn((member) =>
      member.id === own || mayChangeMember(account, member) ? (
        <RowMenu
          of={member.name || member.email}
          groups={[
            ...(mayChangeMember(account, member)
              ? [[{ label: t("Change access"), icon: KeyRound, onSelect: () => setChanging(member) }]]
              : []),
            [
              {
                label: member.id === own ? t("Leave account") : t("Remove from account"),
                icon: member.id === own ? LogOut : UserMinus,
                onSelect: () => remove(member),
                destructive: true,
              },
            ],
          ]}
        />
      ) : null,
    ),
  ];

  return (
    <>
      <DataTable
        label={t("Members")}
        columns={columns}
        rows={data?.members}
        rowId={(member) => String(member.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={null}
      />
      {account && changing ? (
        <AccessDialog
          key={changing.id}
          account={account}
          member={changing}
          onClose={() => setChanging(null)}
        />
      ) : null}
    </>
  );
}
