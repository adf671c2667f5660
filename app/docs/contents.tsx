"use client";

import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/components/cn";
import { SearchBox } from "@/components/fields/search-box";

type Line = { id: string; label: string; title?: string; words: string };
export type Chapter = { name: string; lines: Line[] };

const found = (line: Line, words: string[]) =>
  words.every((word) => `${line.label} ${line.words}`.toLowerCase().includes(word));

/** The reference's contents: always beside it where there is room, else opened above it. */
export function Contents({ chapters }: { chapters: Chapter[] }) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const current = useCurrent(chapters);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = chapters
    .map(({ name, lines }) => ({ name, lines: lines.filter((line) => found(line, words)) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <nav aria-label="Contents" className="lg:sticky lg:top-13 lg:h-[calc(100dvh-3.25rem)] lg:overflow-y-auto">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-10 w-full items-center justify-between rounded-md border px-3 font-medium text-sm lg:hidden"
      >
        Contents
        <ChevronDown className={cn("size-4 text-muted", open && "rotate-180")} aria-hidden="true" />
      </button>
      <div className={cn("grid gap-5 py-4 lg:py-6 lg:pr-4", !open && "max-lg:hidden")}>
        <SearchBox value={query} onValueChange={setQuery} label="Search the reference" />
        <p aria-live="polite" className={shown.length > 0 ? "sr-only" : "text-muted text-sm"}>
          {words.length > 0 && shown.length === 0 ? "Nothing matches. Try a path or a field." : null}
        </p>
        {shown.map(({ name, lines }) => (
          <div key={name}>
            <p className="px-2 pb-1 font-medium text-faint text-xs">{name}</p>
            <ul className="grid gap-px">
              {lines.map(({ id, label, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    title={title}
                    aria-current={id === current ? "location" : undefined}
                    onClick={() => setOpen(false)}
                    className={cn(
                      "block rounded-md px-2 py-1.5 text-sm transition-colors lg:py-1",
                      id === current ? "bg-pressed text-ink" : "text-muted hover:bg-hover hover:text-ink",
                    )}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** The last heading that has passed the upper third of the window. */
function useCurrent(chapters: Chapter[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const headings = chapters.flatMap(({ lines }) =>
      lines.map(({ id }) => document.getElementById(id)).filter((each) => each !== null),
    );
    const update = () => {
      const passed = headings.filter((each) => each.getBoundingClientRect().top < innerHeight / 3);
      setCurrent(passed.at(-1)?.id);
    };
    const observer = new IntersectionObserver(update, { rootMargin: "-10% 0px -65% 0px" });
    for (const each of headings) observer.observe(each);
    return () => observer.disconnect();
  }, [chapters]);
  return current;
}
