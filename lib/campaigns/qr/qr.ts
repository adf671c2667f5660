import QRCode from "qrcode";
import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { rejectValue } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { colourProblem, defaultColours } from "@/lib/campaigns/qr/colours";
import { showCampaign } from "@/lib/campaigns/table/list";
import { qrMark } from "@/lib/ledger/qr-mark";

export const qrQuery = z
  .object({
    size: z
      .string()
      .optional()
      .transform((value, context) => {
        const size = Number(value ?? 512);
        const isFit = /^[1-9]\d{1,3}$/.test(value ?? "512") && size >= 64 && size <= 2048;
        return isFit ? size : rejectValue(context, "The size must be a whole number from 64 to 2048.");
      }),
    color: z
      .string()
      .default(defaultColours.color)
      .meta({ description: "The colour of the code, such as `#1a2b3c`." }),
    background: z.string().default(defaultColours.background).meta({ description: "The background colour." }),
    logo: z
      .enum(["yes", "no"], { error: "logo must be yes or no." })
      .default("no")
      .meta({ description: "`yes` adds error correction, so that a logo can cover the middle." }),
  })
  .superRefine((colours, context) => {
    const message = colourProblem(colours);
    if (message) context.addIssue({ code: "custom", path: ["color"], message });
  });

export type QrQuery = z.output<typeof qrQuery>;
export type QrForm = "svg" | "png";

/**
 * An image of the campaign's short link for print, with the mark that counts its clicks as scans. It can be read with a
 * quarter of it missing, and with 30 % if a logo covers its middle.
 */
export async function campaignQr(
  project: Project,
  id: number,
  form: QrForm,
  { size, color, background, logo }: QrQuery,
): Promise<{ name: string; picture: string | Buffer }> {
  const { campaign } = await showCampaign(project, id);
  if (campaign.shareable_link === "")
    throw new Refusal("wrong_state", "Add a link domain to the project first.");
  const options = {
    errorCorrectionLevel: logo === "yes" ? "H" : "Q",
    margin: 4,
    width: size,
    color: { dark: color, light: background },
  } as const;
  const link = scannedLink(campaign.shareable_link);
  const picture =
    form === "svg"
      ? await QRCode.toString(link, { ...options, type: "svg" })
      : await QRCode.toBuffer(link, options);
  return { name: `${campaign.display_id}.${form}`, picture };
}

const scannedLink = (link: string) => `${link}?${qrMark.name}=${qrMark.value}`;
