"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/cn";
import { type CampaignForm, type CampaignSetting, isSettingFilled } from "./campaign-form";

type OptionsGroupProps = {
  form: CampaignForm;
  title: string;
  /** A summary of its contents while it is closed. */
  summary: string;
  settings: readonly CampaignSetting[];
  children: ReactNode;
};

/**
 * Rarely used settings, collapsed by default. The group is open if a setting has a value or an error, so that no active
 * setting is hidden.
 */
export function OptionsGroup({ form, title, summary, settings, children }: OptionsGroupProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { errors, defaultValues, submitCount } = form.formState;
  const isOpen = chosen ?? settings.some((name) => isSettingFilled(name, defaultValues?.[name]));
  const isWrong = settings.some((name) => errors[name]);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to save opens it again
  useEffect(() => {
    if (isWrong) setChosen(true);
  }, [isWrong, submitCount]);

  // The form focuses its first invalid field, but a hidden field cannot take the focus.
  useEffect(() => {
    if (!isOpen || !isWrong || document.activeElement?.getAttribute("aria-invalid") === "true") return;
    body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [isOpen, isWrong]);

  return (
    <div className="-mx-5 border-t">
      <h4>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
          className="grid w-full grid-cols-[1rem_minmax(0,1fr)] gap-x-2 px-5 py-3 text-start outline-offset-[-2px] hover:bg-hover"
        >
          <ChevronRight
            className={cn("mt-0.5 size-4 text-faint transition-transform", isOpen && "rotate-90")}
            aria-hidden="true"
          />
          <span className="font-medium text-sm">{title}</span>
          {isOpen ? null : <span className="col-start-2 text-muted text-xs">{summary}</span>}
        </button>
      </h4>
      <div ref={body} id={id} hidden={!isOpen} className="px-5 pt-1 pb-5">
        <div className="grid grid-cols-1 gap-4">{children}</div>
      </div>
    </div>
  );
}
