"use client";

import { Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";
import { InputGroup } from "./input";

/** Reports the search text when typing pauses, not with every letter. */
export function SearchBox({
  value,
  onValueChange,
  label,
  className,
}: {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // The value changed from outside: by the Back button, or because the filters were cleared.
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onValueChange(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text, value, onValueChange]);
  return (
    <InputGroup
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && onValueChange(text.trim())}
      className={cn("[&_input::-webkit-search-cancel-button]:hidden", className)}
      before={<Search className="size-3.5" aria-hidden="true" />}
      after={
        text === "" ? null : (
          <button
            type="button"
            aria-label={t("Clear the search")}
            onClick={() => {
              setText("");
              onValueChange("");
            }}
            className="grid size-5 place-items-center rounded-sm hover:text-ink"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        )
      }
    />
  );
}
