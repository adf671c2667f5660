"use client";

import { useEffect, useState } from "react";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { type Confirmation, ConfirmDialog } from "./confirm-dialog";

type Question<Choice extends string> = Omit<Confirmation, "onConfirm" | "children"> & {
  /** The first choice is the default. */
  choices?: { label: string; options: readonly { value: Choice; label: string; hint: string }[] } | undefined;
  /** If the promise resolves, the dialog closes. If it rejects, the error is shown and the input is kept. */
  onConfirm?: (choice: Choice) => Promise<unknown>;
};

type OpenQuestion = Question<string> & { id: number; answer: (done: boolean) => void };

let count = 0;
let show: ((question: OpenQuestion) => void) | null = null;

/** Asks for confirmation of an action that is hard to undo. Resolves to whether it was done. */
export const confirm = <Choice extends string = never>(question: Question<Choice>): Promise<boolean> =>
  new Promise((answer) => {
    count += 1;
    show?.({ ...(question as Question<string>), id: count, answer });
  });

/** Shows the questions of `confirm`, once for all screens. */
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
