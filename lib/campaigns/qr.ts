import QRCode from "qrcode";
import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { refuse } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { showCampaign } from "@/lib/campaigns/table/list";

export const qrQuery = z.object({
  size: z
    .string()
    .optional()
    .transform((value, context) => {
      const size = Number(value ?? 512);
      const isFit = /^[1-9]\d{1,3}$/.test(value ?? "512") && size >= 64 && size <= 2048;
      return isFit ? size : refuse(context, "The size must be a whole number from 64 to 2048.");
    }),
});

export type QrForm = "svg" | "png";

/** A picture of the campaign's short link for print; it can be read with a quarter of it missing. */
export async function campaignQr(
  project: Project,
  id: number,
  form: QrForm,
  size: number,
): Promise<{ name: string; picture: string | Buffer }> {
  const { campaign } = await showCampaign(project, id);
  if (campaign.shareable_link === "") throw new Refusal(409, "The project has no domain for links yet.");
  const options = { errorCorrectionLevel: "Q", margin: 4, width: size } as const;
  const picture =
    form === "svg"
      ? await QRCode.toString(campaign.shareable_link, { ...options, type: "svg" })
      : await QRCode.toBuffer(campaign.shareable_link, options);
  return { name: `${campaign.display_id}.${form}`, picture };
}
