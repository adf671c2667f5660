"use client";

import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/dialogs/confirm-dialog";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { Conflict } from "./merge";

type ConflictTexts = { label: (field: string) => string; text: (field: string, value: unknown) => string };

type OpenQuestion = { conflicts: Conflict[]; answer: (chosen: ReadonlySet<string> | null) => void };

/** Asks which value to keep if another member has saved a different one. */
export function useConflicts(texts: ConflictTexts): {
  resolve: (conflicts: Conflict[]) => Promise<ReadonlySet<string> | null>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [picked, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = useLastValue(question);

  function close(chosen: ReadonlySet<string> | null) {
    question?.answer(chosen);
    setQuestion(null);
  }

  return {
    resolve: (conflicts) =>
      new Promise((answer) => {
        setChosen(new Set());
        setQuestion({ conflicts, answer });
      }),
    dialog: (
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && close(null)}
        title={t("Someone else changed this")}
        description={t(
          "Other values were saved since you opened this. Choose which to keep; your other changes are saved as they are.",
        )}
        action={t("Save")}
        onConfirm={async () => close(picked)}
      >
        {shown?.conflicts.map(({ field, ...values }) => (
          <fieldset key={field} className="grid min-w-0 grid-cols-1 gap-2">
            <legend className="mb-2 font-medium text-sm">{texts.label(field)}</legend>
            <RadioGroup
              aria-label={texts.label(field)}
              value={picked.has(field) ? "mine" : "theirs"}
              onValueChange={(choice) => {
                const next = new Set(picked);
                if (choice === "mine") next.add(field);
                else next.delete(field);
                setChosen(next);
              }}
            >
              {(["theirs", "mine"] as const).map((whose) => (
                <RadioCard
                  key={whose}
                  value={whose}
                  label={<span className="break-words">{texts.text(field, values[whose])}</span>}
                  hint={whose === "theirs" ? t("Saved in the meantime") : t("Yours")}
                />
              ))}
            </RadioGroup>
          </fieldset>
        ))}
      </ConfirmDialog>
    ),
  };
}

/** A value as text, if there is no better label. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === "") return t("Nothing");
  if (typeof value === "boolean") return value ? t("On") : t("Off");
  if (Array.isArray(value)) return value.length === 0 ? t("None") : value.join(", ");
  return String(value);
}
