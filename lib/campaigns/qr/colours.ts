/** Checks if the colours of a QR code can be scanned. Pure; runs in the browser too. */
import { colorForm, contrast, luminance } from "@/lib/base/colors";
import { t } from "@/lib/base/languages/texts";

export type QrColours = { color: string; background: string };

export const defaultColours: QrColours = { color: "#000000", background: "#ffffff" };

/** Below this, cameras of older phones and prints on uncoated paper fail. */
const minContrast = 4.5;

/** The problem of a pair of colours; null if there is none. */
export function colourProblem(given: QrColours): string | null {
  const [color, background] = [given.color.toLowerCase(), given.background.toLowerCase()];
  if (!colorForm.test(color) || !colorForm.test(background)) return t("Enter colors such as #1a2b3c.");
  if (luminance(color) >= luminance(background))
    return t("The code must be darker than its background. Many scanners can't read it otherwise.");
  const found = contrast(color, background);
  return found < minContrast
    ? t("Too little contrast to scan reliably: {found} to 1. Use at least {minContrast} to 1.", {
        found: found.toFixed(1),
        minContrast,
      })
    : null;
}
