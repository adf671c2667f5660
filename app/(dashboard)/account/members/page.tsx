"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { InviteDialog } from "@/app/(dashboard)/accounts/invite-dialog";
import { MemberList } from "@/app/(dashboard)/accounts/member-list";
import { ProjectRoles } from "@/app/(dashboard)/accounts/project-roles";
import { AccountSelect, useAccount } from "@/app/(dashboard)/accounts/use-account";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { missingRoleText, roleMeanings, roleNames } from "@/app/(dashboard)/shell/roles";
import { confirm } from "@/components/dialogs/confirm";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import type { AccountSummary, Invitation } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

/** The dialog has an address, so that it can be opened from anywhere. */
const codecs = { invite: urlChoice(["no", "yes"] as const, "no") };

export default function Members() {
  const account = useAccount();
  const [address, setAddress] = useUrlState(codecs);
  const setInviting = (open: boolean) => setAddress({ invite: open ? "yes" : "no" });
  const [link, setLink] = useState<string | null>(null);
  const members = useGet(account ? at("/accounts/:account/members", { account: account.id }) : null);
  const invitations = useGet(account ? at("/accounts/:account/invitations", { account: account.id }) : null);
  // The roles are below both lists and wait for them, because each list would push them down when it loads.
  const listed = (members.data || members.error) && (invitations.data || invitations.error);
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Members")}
        description={t("People who can sign in to this account, and their roles.")}
        actions={
          <>
            <AccountSelect />
            <GatedButton
              reason={account && missingRoleText(account.role, "members.write")}
              variant="primary"
              onClick={() => setInviting(true)}
            >
              <Plus />
              {t("Invite")}
            </GatedButton>
          </>
        }
      />
      <MemberList account={account} />
      <InvitationList account={account} />
      {account && listed ? <Roles /> : null}
      {account ? (
        <InviteDialog
          account={account}
          open={address.invite === "yes"}
          onOpenChange={setInviting}
          onInvited={setLink}
        />
      ) : null}
      <SecretReveal
        secret={link}
        title={t("Invite link created")}
        description={t(
          "Send this link to the person you're inviting. It works once and won't be shown again.",
        )}
        label={t("Copy link")}
        savedLabel={t("I've copied or sent the link")}
        onDone={() => setLink(null)}
      />
    </div>
  );
}

function Roles() {
  return (
    <section aria-labelledby="roles" className="grid gap-3 border-t pt-5">
      <h2 id="roles" className="font-medium text-sm">
        {t("Roles")}
      </h2>
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {(["owner", "admin", "marketer", "viewer"] as const).map((role) => (
          <div key={role} className="flex gap-3">
            <dt className="w-20 shrink-0 text-muted">{roleNames[role]}</dt>
            <dd>{roleMeanings[role]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {t(
          "A role applies to all projects of the account. For people who should see only some projects, such as an agency's client, assign roles in those projects instead.",
        )}
      </p>
    </section>
  );
}

/** Open invitations; hidden if there are none. */
function InvitationList({ account }: { account: AccountSummary | undefined }) {
  const path = account ? at("/accounts/:account/invitations", { account: account.id }) : null;
  const { data } = useGet(path);
  const refresh = useRefresh();
  if (!path || !data || data.invitations.length === 0) return null;
  const withdraw = ({ id, email }: Invitation) =>
    confirm({
      title: t("Withdraw this invite?"),
      description: t("The link for {email} stops working.", { email }),
      action: t("Withdraw"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id }));
        await refresh(path);
        toast.success(t("Invite withdrawn"));
      },
    });
  return (
    <Card>
      <CardHeader title={t("Pending invites")} description={t("Invite links that haven't been used yet.")} />
      <ul className="divide-y border-t">
        {data.invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-4 px-5 py-2.5 text-sm">
            <div className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,2fr)_minmax(6rem,1fr)_minmax(0,2fr)]">
              <span className="truncate font-medium">{invitation.email}</span>
              {invitation.role === null ? (
                <ProjectRoles projects={invitation.projects} />
              ) : (
                <span className="text-muted">{roleNames[invitation.role]}</span>
              )}
              <span className="text-muted">
                {rich("{invited_by}ends {when}", {
                  invited_by: invitation.invited_by ? `${invitation.invited_by} · ` : "",
                  when: <When at={invitation.expires_at} />,
                })}
              </span>
            </div>
            {invitation.may_withdraw ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t("Withdraw the invite for {email}", { email: invitation.email })}
                onClick={() => withdraw(invitation)}
              >
                <X />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
