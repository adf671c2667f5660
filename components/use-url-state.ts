"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useMemo } from "react";
import { AddressChanges } from "./address-changes";

/** One value in the URL. Reading never fails, because people edit URLs. */
export type UrlCodec<Value> = {
  fallback: Value;
  read: (text: string) => Value | undefined;
  write: (value: Value) => string;
};

export const urlText = (fallback = ""): UrlCodec<string> => ({
  fallback,
  read: (text) => text,
  write: (value) => value,
});

export const urlInteger = (fallback: number, min = 1, max = 1_000_000): UrlCodec<number> => ({
  fallback,
  read: (text) => (/^\d{1,9}$/.test(text) && +text >= min && +text <= max ? +text : undefined),
  write: String,
});

export const urlChoice = <Value extends string>(
  choices: readonly Value[],
  fallback: Value,
): UrlCodec<Value> => ({
  fallback,
  read: (text) => choices.find((choice) => choice === text),
  write: (value) => value,
});

/** An entry may contain the separator. */
const withoutCommas = (entry: string) => entry.replaceAll("%", "%25").replaceAll(",", "%2C");
const withCommas = (entry: string) => entry.replaceAll("%2C", ",").replaceAll("%25", "%");

export const urlList = (fallback: readonly string[] = []): UrlCodec<readonly string[]> => ({
  fallback,
  read: (text) => (text === "none" ? [] : text.split(",").filter(Boolean).map(withCommas)),
  write: (value) => value.map(withoutCommas).join(",") || "none",
});

// biome-ignore lint/suspicious/noExplicitAny: any value type may stand beside any other
type Codecs = Record<string, UrlCodec<any>>;
export type UrlState<C extends Codecs> = { [Key in keyof C]: C[Key]["fallback"] };

const changes = new AddressChanges();
const addressOf = (path: string, query: string) => (query ? `${path}?${query}` : path);

/**
 * State in the URL, so that it can be shared, bookmarked and undone with Back. Default values are left out. `codecs`
 * must be defined outside the component.
 */
export function useUrlState<C extends Codecs>(codecs: C) {
  const params = useSearchParams();
  const path = usePathname();
  const state = useMemo(() => {
    const entries = Object.entries(codecs).map(([key, codec]) => {
      const text = params.get(key);
      return [key, (text === null ? undefined : codec.read(text)) ?? codec.fallback];
    });
    return Object.fromEntries(entries) as UrlState<C>;
  }, [codecs, params]);

  const shown = addressOf(path, params.toString());
  useLayoutEffect(() => changes.shown(shown), [shown]);

  const setState = useCallback(
    (patch: Partial<UrlState<C>>, { push = false } = {}) => {
      // From the newest URL, not from the last render, so that two changes in one tick both apply.
      const next = new URLSearchParams(changes.newest?.split("?")[1] ?? window.location.search);
      for (const [key, value] of Object.entries(patch)) {
        const codec = codecs[key];
        if (!codec) continue;
        const text = codec.write(value);
        if (text === codec.write(codec.fallback)) next.delete(key);
        else next.set(key, text);
      }
      const address = addressOf(path, next.toString());
      changes.wrote(address);
      // A tab reports one press twice, as a press and as a focus. Back must not stop at the same address.
      const isNew = address !== addressOf(path, window.location.search.slice(1));
      window.history[push && isNew ? "pushState" : "replaceState"](null, "", address);
    },
    [codecs, path],
  );

  return [state, setState] as const;
}
