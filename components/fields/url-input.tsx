"use client";

import type { ComponentProps } from "react";
import { completeUrl } from "./complete-url";
import { Input } from "./input";

/** For texts in which each character counts. */
export const asTyped = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;

/** An address. A host alone becomes an https address when the field is left or the form is sent. */
export function UrlInput({ onBlur, onKeyDown, onChange, ...props }: ComponentProps<typeof Input>) {
  const complete = (field: HTMLInputElement) => {
    const url = completeUrl(field.value);
    if (url === field.value) return;
    // The way React learns of a value that was not typed.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, url);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Input
      inputMode="url"
      {...asTyped}
      {...props}
      onChange={onChange}
      onBlur={(event) => {
        complete(event.currentTarget);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") complete(event.currentTarget);
        onKeyDown?.(event);
      }}
    />
  );
}
