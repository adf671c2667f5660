"use client";

import { toast } from "sonner";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import { When } from "@/components/when";
import type { AnyKey } from "./key-columns";

type RevokeKeyProps = {
  /** Where the keys are, and what is shown anew afterwards. */
  path: Address<"/projects/:project/server-keys" | "/projects/:project/signing/keys">;
  refreshed: string;
  subject: AnyKey | null;
  /** Who is refused from then on. */
  consequence: string;
  onClose: () => void;
};

export function RevokeKey({ path, refreshed, subject: chosen, consequence, onClose }: RevokeKeyProps) {
  const refresh = useRefresh();
  const subject = useLast(chosen);
  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${subject?.name ?? ""}”?`}
      description={
        <>
          <p>{consequence} A revoked key does not come back.</p>
          {subject?.last_used_at ? (
            <p>
              It was last used <When at={subject.last_used_at} className="font-medium text-ink" />.
            </p>
          ) : (
            <p>It was never used.</p>
          )}
        </>
      }
      action="Revoke key"
      destructive
      onConfirm={async () => {
        if (!subject) return;
        await call("DELETE", within(path, "/:id", { id: subject.id }));
        await refresh(refreshed);
        toast.success(`Key “${subject.name}” is revoked`);
      }}
    />
  );
}
