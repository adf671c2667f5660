export const THEME_COOKIE = "theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function readTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
