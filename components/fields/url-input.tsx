"use client";

import type { ComponentProps } from "react";
import { completeUrl } from "./complete-url";
import { Input } from "./input";

/** For exact texts, without corrections by the browser. */
export const uncorrectedInput = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;

/** A URL input. A host alone becomes an https address when the field is left or the form is sent. */
export function UrlInput({ onBlur, onKeyDown, onChange, ...props }: ComponentProps<typeof Input>) {
  const complete = (field: HTMLInputElement) => {
    const url = completeUrl(field.value);
    if (url === field.value) return;
    // React only notices a changed value through the native setter and an input event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, url);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Input
      inputMode="url"
      {...uncorrectedInput}
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
