"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/components/cn";
import { readTheme, THEME_COOKIE, type Theme, themes } from "@/components/theme";
import { t } from "@/lib/base/languages/texts";

const faces = {
  system: { label: t("System"), icon: Monitor },
  light: { label: t("Light"), icon: Sun },
  dark: { label: t("Dark"), icon: Moon },
} as const;

function currentTheme(): Theme {
  const root = document.documentElement.classList;
  return readTheme(root.contains("dark") ? "dark" : root.contains("light") ? "light" : undefined);
}

export function chooseTheme(theme: Theme) {
  const root = document.documentElement.classList;
  root.remove("light", "dark");
  if (theme !== "system") root.add(theme);
  const age = theme === "system" ? 0 : 365 * 86_400;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
}

/** Three buttons for one choice: follow the system, light, dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(currentTheme()), []);
  return (
    <fieldset className="inline-flex rounded-full border bg-sunken p-0.5">
      <legend className="sr-only">{t("Theme")}</legend>
      {themes.map((value) => {
        const { label, icon: Icon } = faces[value];
        return (
          // No tooltip: it would take the first Escape of the menu that contains the choice.
          <button
            key={value}
            type="button"
            title={label}
            aria-label={label}
            aria-pressed={theme === value}
            onClick={() => {
              chooseTheme(value);
              setTheme(value);
            }}
            className={cn(
              "grid size-6 place-items-center rounded-full text-faint transition-colors hover:text-ink",
              theme === value && "bg-raised text-ink shadow-xs",
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
          </button>
        );
      })}
    </fieldset>
  );
}
