"use client";

import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";

const platforms = [
  { value: "IOS", label: "iOS" },
  { value: "ANDROID", label: "Android" },
] as const;

export function PlatformsField({
  control,
  disabled,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: any form that has platforms
  control: Control<any, unknown, any>;
  disabled?: boolean;
}) {
  const { field, fieldState } = useController({ control, name: "platforms" });
  const id = useId();
  const chosen: string[] = field.value ?? [];
  return (
    <fieldset className="grid gap-2" aria-describedby={fieldState.error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">Platforms</legend>
      <div className="flex gap-6">
        {platforms.map(({ value, label }) => (
          <div key={value} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${value}`}
              disabled={disabled ?? false}
              checked={chosen.includes(value)}
              onBlur={field.onBlur}
              onCheckedChange={(checked) =>
                field.onChange(
                  platforms
                    .map((each) => each.value)
                    .filter((each) => (each === value ? checked : chosen.includes(each))),
                )
              }
            />
            <label htmlFor={`${id}-${value}`} className="text-sm">
              {label}
            </label>
          </div>
        ))}
      </div>
      {fieldState.error ? (
        <p id={`${id}-error`} className="text-danger text-xs">
          {fieldState.error.message}
        </p>
      ) : null}
    </fieldset>
  );
}
