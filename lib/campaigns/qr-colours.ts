/** Which colours of a QR code can be scanned. Pure; runs in the browser too. */

export type QrColours = { color: string; background: string };

export const usualColours: QrColours = { color: "#000000", background: "#ffffff" };

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** Below this, cameras of older phones and prints on uncoated paper fail. */
const leastContrast = 4.5;

/** By the definition of WCAG 2, from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [darker, lighter] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What is wrong with a pair of colours; null where nothing is. */
export function colourProblem({ color, background }: QrColours): string | null {
  if (!isColour(color) || !isColour(background)) return "Enter colors such as #1a2b3c.";
  if (luminanceOf(color) >= luminanceOf(background))
    return "The code must be darker than its background: many scanners can't read it otherwise.";
  const contrast = contrastOf(color, background);
  return contrast < leastContrast
    ? `Too little contrast to scan reliably: ${contrast.toFixed(1)} to 1. Use at least ${leastContrast} to 1.`
    : null;
}
