"use client";

import { useEffect, useState } from "react";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { type Confirmation, ConfirmDialog } from "./confirm-dialog";

type Question<Choice extends string> = Omit<Confirmation, "onConfirm" | "children"> & {
  /** The first is chosen unless another is. */
  choices?: { label: string; options: readonly { value: Choice; label: string; hint: string }[] } | undefined;
  /** The dialog closes when this is fulfilled; a rejection is shown and nothing is lost. */
  onConfirm?: (choice: Choice) => Promise<unknown>;
};

type OpenQuestion = Question<string> & { id: number; answer: (done: boolean) => void };

let count = 0;
let show: ((question: OpenQuestion) => void) | null = null;

/** Asks before something is done that is not lightly undone. Says at last whether it was. */
export const confirm = <Choice extends string = never>(question: Question<Choice>): Promise<boolean> =>
  new Promise((answer) => {
    count += 1;
    show?.({ ...(question as Question<string>), id: count, answer });
  });

/** The questions of `confirm` appear here, once for all screens. */
export function Confirmations() {
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  useEffect(() => {
    show = (next) => {
      setQuestion(next);
      setOpen(true);
    };
    return () => {
      show = null;
    };
  }, []);
  if (!question) return null;
  return (
    <QuestionDialog
      key={question.id}
      question={question}
      open={open}
      onClose={() => {
        setOpen(false);
        question.answer(false);
      }}
    />
  );
}

type QuestionDialogProps = { question: OpenQuestion; open: boolean; onClose: () => void };

function QuestionDialog({ question, open, onClose }: QuestionDialogProps) {
  const { choices, onConfirm, answer, id: _, ...texts } = question;
  const [choice, setChoice] = useState(choices?.options[0]?.value ?? "");
  return (
    <ConfirmDialog
      {...texts}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onConfirm={async () => {
        await onConfirm?.(choice);
        answer(true);
      }}
    >
      {choices ? (
        <RadioGroup aria-label={choices.label} value={choice} onValueChange={setChoice}>
          {choices.options.map((option) => (
            <RadioCard key={option.value} {...option} />
          ))}
        </RadioGroup>
      ) : null}
    </ConfirmDialog>
  );
}
