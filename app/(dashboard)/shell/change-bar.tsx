import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

type ChangeBarProps = {
  note: string;
  onDiscard: () => void;
  /** The buttons that apply the changes. */
  children: ReactNode;
};

/** Shown at the bottom of a screen while it has changes that are not applied. */
export function ChangeBar({ note, onDiscard, children }: ChangeBarProps) {
  return (
    <section
      aria-label={t("Changes")}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-floating px-4 py-3 shadow-lg"
    >
      <p className="me-auto text-sm">
        <span className="font-medium">{t("Not saved yet.")}</span> <span className="text-muted">{note}</span>
      </p>
      <Button variant="ghost" onClick={onDiscard}>
        {t("Undo")}
      </Button>
      {children}
    </section>
  );
}
