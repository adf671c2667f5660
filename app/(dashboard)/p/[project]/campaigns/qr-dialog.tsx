"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { asking, urlOf, within } from "@/app/(dashboard)/api";
import { Copyable } from "@/components/copy-button";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { LabelledSelect } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useLast } from "@/components/use-last";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

const sizes = [
  { value: "256", label: "256 px", hint: "Web page or email" },
  { value: "512", label: "512 px", hint: "Slide or flyer" },
  { value: "1024", label: "1024 px", hint: "Poster" },
  { value: "2048", label: "2048 px", hint: "Large print" },
] as const;

type Size = (typeof sizes)[number]["value"];

type QrDialogProps = { path: CampaignsAddress; campaign: Campaign | null; onClose: () => void };

export function QrDialog({ path, campaign: chosen, onClose }: QrDialogProps) {
  const campaign = useLast(chosen);
  const [size, setSize] = useState<Size>("512");
  const [seen, setSeen] = useState<string | null>(null);
  const own = { campaign: campaign?.id ?? "" };
  const picture = (form: "svg" | "png") =>
    urlOf(asking(within(path, `/:campaign/qr.${form}`, own), { size }));
  // The preview is the same drawing at any size.
  const preview = urlOf(asking(within(path, "/:campaign/qr.svg", own), { size: 512 }));
  const file = (form: string) => `${campaign?.display_id}-${size}.${form}`;
  return (
    <Dialog open={chosen !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="QR code" description={campaign?.name} className="max-w-md">
        {campaign ? (
          <>
            <DialogBody>
              <div className="relative mx-auto aspect-square w-full max-w-64 overflow-hidden rounded-lg border bg-white">
                {/* biome-ignore lint/performance/noImgElement: the drawing comes from the server as it is */}
                <img
                  src={preview}
                  alt={`QR code of ${campaign.shareable_link}`}
                  className="size-full"
                  onLoad={() => setSeen(preview)}
                />
                {seen === preview ? null : <Skeleton className="absolute inset-0 h-full rounded-none" />}
              </div>
              <Copyable value={campaign.shareable_link} label="Copy the short link" className="w-full" />
              <LabelledSelect
                label="Size"
                hint="For PNG. SVG is sharp at any size."
                options={sizes}
                value={size}
                onValueChange={setSize}
              />
            </DialogBody>
            <DialogFooter>
              <Button asChild>
                <a href={picture("svg")} download={file("svg")}>
                  <Download />
                  SVG
                </a>
              </Button>
              <Button asChild variant="primary">
                <a href={picture("png")} download={file("png")}>
                  <Download />
                  PNG
                </a>
              </Button>
            </DialogFooter>
          </>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
