"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type ApiAddress, child, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useAction } from "@/app/(dashboard)/shell/data";
import { DialogBody, DialogFooter } from "@/components/dialogs/dialog";
import { LabelledSelect } from "@/components/fields/select";
import { rich } from "@/components/rich";
import { saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { Copyable } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import { colourProblem, defaultColours, type QrColours } from "@/lib/campaigns/qr/colours";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { ColoursField, LogoField } from "./qr-look";
import { dataUrlOf, pngOf, printSizeText, withLogo } from "./qr-picture";

const sizes = [
  { value: "256", label: "256 px", hint: t("Web page or email") },
  { value: "512", label: "512 px", hint: t("Slide or flyer") },
  { value: "1024", label: "1024 px", hint: t("Poster") },
  { value: "2048", label: "2048 px", hint: t("Large print") },
] as const;

type Size = (typeof sizes)[number]["value"];

/** Draws the code of a link in its size and colours. */
export function QrCode({
  path,
  campaign,
}: {
  path: ApiAddress<"/projects/:project/campaigns">;
  campaign: Campaign;
}) {
  const [size, setSize] = useState<Size>("512");
  const [colours, setColours] = useState<QrColours>(defaultColours);
  const [logo, setLogo] = useState<string | null>(null);
  const problem = colourProblem(colours);
  const { data: svg, error, isPlaceholderData } = useDrawing(path, campaign.id, colours, logo);
  const save = useAction(async (form: "svg" | "png") => {
    if (!svg) return;
    const file = form === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg, Number(size));
    saveFile(file, form === "svg" ? `${campaign.display_id}.svg` : `${campaign.display_id}-${size}.png`);
  });
  const button = (form: "svg" | "png", variant: "secondary" | "primary") => (
    <Button
      variant={variant}
      disabled={!svg || isPlaceholderData || problem !== null}
      loading={save.isPending && save.variables === form}
      onClick={() => save.mutate(form)}
    >
      <Download />
      {form.toUpperCase()}
    </Button>
  );
  return (
    <>
      <DialogBody>
        <div className="relative mx-auto aspect-square w-full max-w-56 overflow-hidden rounded-lg border bg-white">
          {svg ? (
            // biome-ignore lint/performance/noImgElement: a drawing, made here of what the server drew
            <img
              src={dataUrlOf(svg)}
              alt={t("QR code of {shareable_link}", { shareable_link: campaign.shareable_link })}
              className="size-full"
            />
          ) : error ? (
            <p className="grid size-full place-items-center p-4 text-center text-black text-sm">
              {error.message}
            </p>
          ) : (
            <Skeleton className="absolute inset-0 h-full rounded-none" />
          )}
        </div>
        <div className="grid grid-cols-1 gap-1.5">
          <Copyable value={campaign.shareable_link} label={t("Copy the short link")} className="w-full" />
          <p className="text-muted text-xs">
            {rich("The code adds <code>utm_medium=qr</code>, so that its scans are counted.", {
              code: (text) => <code className="font-mono">{text}</code>,
            })}
          </p>
        </div>
        <ColoursField colours={colours} problem={problem} onColours={setColours} />
        <LogoField logo={logo} onLogo={setLogo} />
        <LabelledSelect
          label="PNG size"
          hint={t("{size} SVG is sharp at any size.", { size: printSizeText(Number(size)) })}
          options={sizes}
          value={size}
          onValueChange={setSize}
        />
      </DialogBody>
      <DialogFooter>
        {button("svg", "secondary")}
        {button("png", "primary")}
      </DialogFooter>
    </>
  );
}

/**
 * The server draws the code, and the browser adds the logo. The previous drawing remains until the next one arrives.
 */
function useDrawing(
  path: ApiAddress<"/projects/:project/campaigns">,
  campaign: number,
  colours: QrColours,
  logo: string | null,
) {
  const address = urlOf(
    withQuery(child(path, "/:campaign/qr.svg", { campaign }), {
      ...colours,
      size: 512,
      logo: logo ? "yes" : undefined,
    }),
  );
  return useQuery<string>({
    queryKey: ["qr", address, logo],
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(t("The QR code could not be loaded. Close this and try again."));
      const drawing = await answer.text();
      return logo ? withLogo(drawing, logo, colours.background) : drawing;
    },
    enabled: colourProblem(colours) === null,
    placeholderData: (last) => last,
    staleTime: 60_000,
  });
}
