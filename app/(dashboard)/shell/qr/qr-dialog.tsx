"use client";

import dynamic from "next/dynamic";
import type { ApiAddress } from "@/app/(dashboard)/shell/api";
import { Dialog, DialogContent } from "@/components/dialogs/dialog";
import { useLastValue } from "@/components/use-last";
import type { Campaign } from "@/lib/campaigns/table/schema";

const QrCode = dynamic(() => import("./qr-code").then((module) => module.QrCode), { ssr: false });

type QrDialogProps = {
  path: ApiAddress<"/projects/:project/campaigns">;
  campaign: Campaign | null;
  onClose: () => void;
};

export function QrDialog({ path, campaign: chosen, onClose }: QrDialogProps) {
  const campaign = useLastValue(chosen);
  return (
    <Dialog open={chosen !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="QR code" description={campaign?.name} className="max-w-md">
        {campaign ? <QrCode path={path} campaign={campaign} /> : null}
      </DialogContent>
    </Dialog>
  );
}
