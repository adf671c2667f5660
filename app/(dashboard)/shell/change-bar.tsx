import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type ChangeBarProps = {
  note: string;
  onDiscard: () => void;
  /** The ways to put the changes in force. */
  children: ReactNode;
};

/** Stands at the foot of a screen as long as something is changed on it that is not in force. */
export function ChangeBar({ note, onDiscard, children }: ChangeBarProps) {
  return (
    <section
      aria-label="Changes"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-floating px-4 py-3 shadow-lg"
    >
      <p className="mr-auto text-sm">
        <span className="font-medium">Not saved yet.</span> <span className="text-muted">{note}</span>
      </p>
      <Button variant="ghost" onClick={onDiscard}>
        Undo
      </Button>
      {children}
    </section>
  );
}
