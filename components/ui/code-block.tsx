"use client";

import { useState } from "react";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";
import { CopyButton } from "./copy-button";

type Sample = { label: string; code: string };

type CodeBlockProps = { className?: string } & (
  | { title?: string; code: string }
  | { samples: readonly Sample[] }
);

/** Code to copy; several samples of the same thing become tabs. */
export function CodeBlock({ className, ...props }: CodeBlockProps) {
  const samples = "samples" in props ? props.samples : [{ label: props.title ?? "", code: props.code }];
  const [index, setIndex] = useState(0);
  const sample = samples[index] ?? samples[0];
  if (!sample) return null;
  const several = samples.length > 1;
  return (
    <figure className={cn("min-w-0 overflow-hidden rounded-lg border bg-sunken", className)}>
      {several || sample.label ? (
        <figcaption className="flex h-9.5 items-center justify-between gap-2 border-b pe-1.5 ps-2">
          {several ? (
            <div className="flex gap-0.5 overflow-x-auto [scrollbar-width:none]">
              {samples.map((each, position) => (
                <button
                  key={each.label}
                  type="button"
                  aria-pressed={position === index}
                  onClick={() => setIndex(position)}
                  className={cn(
                    "rounded-md px-2 py-1 font-medium text-xs transition-colors",
                    position === index ? "bg-pressed text-ink" : "text-muted hover:text-ink",
                  )}
                >
                  {each.label}
                </button>
              ))}
            </div>
          ) : (
            <span className="px-1 font-medium text-muted text-xs">{sample.label}</span>
          )}
          <CopyButton value={sample.code} label={t("Copy code")} />
        </figcaption>
      ) : null}
      <div className="relative">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto px-3.5 py-3 font-mono text-ink text-xs leading-5 outline-offset-[-2px]"
        >
          <code>{sample.code}</code>
        </pre>
        {several || sample.label ? null : (
          <CopyButton
            value={sample.code}
            label={t("Copy code")}
            className="absolute top-1.5 end-1.5 bg-sunken"
          />
        )}
      </div>
    </figure>
  );
}
