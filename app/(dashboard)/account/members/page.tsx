"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { AccountSelect, useAccount } from "@/app/(dashboard)/account/use-account";
import { roleMeanings, roleNames } from "@/app/(dashboard)/role-names";
import { lacking } from "@/app/(dashboard)/roles";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { SecretReveal } from "@/components/secret-reveal";
import { InvitationList } from "./invitation-list";
import { InviteDialog } from "./invite-dialog";
import { MemberList } from "./member-list";

export default function Members() {
  const account = useAccount();
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  return (
    <div className="mx-auto grid grid-cols-1 max-w-5xl gap-6">
      <PageHeader
        title="Members"
        description="Who can sign in to this account and its projects, and what they may do."
        actions={
          <>
            <AccountSelect />
            <GatedButton
              reason={account && lacking(account.role, "members.write")}
              variant="primary"
              onClick={() => setInviting(true)}
            >
              <Plus />
              Invite
            </GatedButton>
          </>
        }
      />
      <MemberList account={account} />
      <InvitationList account={account} />
      <section aria-labelledby="roles" className="grid gap-3 border-t pt-5">
        <h2 id="roles" className="font-medium text-sm">
          Roles
        </h2>
        <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
          {(["owner", "admin", "marketer", "viewer"] as const).map((role) => (
            <div key={role} className="flex gap-3">
              <dt className="w-20 shrink-0 text-muted">{roleNames[role]}</dt>
              <dd>{roleMeanings[role]}</dd>
            </div>
          ))}
        </dl>
      </section>
      {account ? (
        <InviteDialog account={account} open={inviting} onOpenChange={setInviting} onInvited={setLink} />
      ) : null}
      <SecretReveal
        secret={link}
        title="Invitation made"
        description="Send this link to the person you invite. It works once and is shown only now."
        label="Copy link"
        kept="I have sent or stored the link"
        onDone={() => setLink(null)}
      />
    </div>
  );
}
