import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { isWebAddress } from "@/lib/base/web/web-address";
import { SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";

export const cardImageQuery = z.object({
  address: z.string().trim().refine(isWebAddress, "Enter a URL that begins with https://."),
});

/** Image types without scripts: browsers draw them, and never run them. */
const types = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
const maxBytes = 5 * 1024 * 1024;
const timeoutMs = 5_000;

const unusable = () =>
  new Refusal("remote_unavailable", "Cairn can't load this image. Use a public https:// URL.");

/**
 * Loads the image of a link's card for the preview. Members' browsers never load it themselves, because its host would
 * see who views the campaign.
 */
export async function cardImage(
  address: string,
  fetch: typeof safeFetch = safeFetch,
): Promise<{ type: string; bytes: Uint8Array }> {
  try {
    const { status, headers, bytes } = await fetch(address, { maxBytes: maxBytes, timeoutMs });
    const type = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
    if (status !== 200 || !types.has(type)) throw unusable();
    return { type, bytes };
  } catch (error) {
    throw error instanceof SafeFetchError ? unusable() : error;
  }
}
