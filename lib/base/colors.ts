/** Colours on light and dark grounds, by the contrast of WCAG 2. Pure; runs in the browser too. */

export const colorForm = /^#[0-9a-f]{6}$/;

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (color: string): Rgb => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

export function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast ratio for text of any size. */
const enough = 4.5;

/** Mixes two colours; `share` is the part of the second one. */
function towards(color: string, goal: string, share: number): string {
  const to = rgbOf(goal);
  return hexOf(rgbOf(color).map((part, i) => part + (to[i]! - part) * share) as unknown as Rgb);
}

/** The colour, or the nearest one on the way to `goal` that is readable on the ground. */
function readable(color: string, ground: string, goal: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const found = towards(color, goal, share);
    if (contrast(found, ground) >= enough) return found;
  }
  return goal;
}

export type Accent = { accent: string; on: string };

/** A colour for buttons and links on a ground, and the colour of text on it. */
export function accentOn(color: string, ground: string): Accent {
  const goal = luminance(ground) > 0.5 ? "#000000" : "#ffffff";
  const accent = readable(color, ground, goal);
  const on = contrast("#ffffff", accent) >= contrast("#000000", accent) ? "#ffffff" : "#000000";
  return { accent, on };
}
