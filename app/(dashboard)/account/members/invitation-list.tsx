"use client";

import { X } from "lucide-react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { roleNames } from "@/app/(dashboard)/role-names";
import { confirm } from "@/components/confirm";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { AccountSummary, Invitation } from "@/lib/accounts/schema";

/** Invitations that nobody has taken up yet. Not there when there are none. */
export function InvitationList({ account }: { account: AccountSummary | undefined }) {
  const path = account ? at("/accounts/:account/invitations", { account: account.id }) : null;
  const { data } = useGet(path);
  const refresh = useRefresh();
  if (!path || !data || data.invitations.length === 0) return null;
  const withdraw = ({ id, email }: Invitation) =>
    confirm({
      title: "Withdraw this invitation?",
      description: `The link of ${email} stops working.`,
      action: "Withdraw",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", within(path, "/:id", { id }));
        await refresh(path);
        toast.success("Invitation withdrawn");
      },
    });
  return (
    <Card>
      <CardHeader title="Open invitations" description="Links that were made and not used yet." />
      <ul className="divide-y border-t">
        {data.invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-4 px-5 py-2.5 text-sm">
            <div className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)]">
              <span className="truncate font-medium">{invitation.email}</span>
              <span className="text-muted">{roleNames[invitation.role]}</span>
              <span className="text-muted">
                {invitation.invited_by ? `${invitation.invited_by} · ` : ""}ends{" "}
                <When at={invitation.expires_at} />
              </span>
            </div>
            {invitation.may_withdraw ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Withdraw the invitation of ${invitation.email}`}
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
