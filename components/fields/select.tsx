"use client";

import { Check, ChevronDown, ChevronUp } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode, Ref } from "react";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";
import { Field } from "./field";

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: ReactNode;
  /** Shown under the label in the open list. */
  hint?: ReactNode;
  disabled?: boolean;
};

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  className?: string;
  id?: string;
  name?: string;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
};

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = t("Choose…"),
  disabled,
  size = "md",
  className,
  ...props
}: SelectProps<Value>) {
  return (
    <Primitive.Root
      value={value ?? ""}
      onValueChange={(next) => onValueChange(next as Value)}
      disabled={disabled ?? false}
    >
      <Primitive.Trigger
        className={cn(
          "control flex w-full items-center justify-between gap-2 pe-2 ps-2.5 text-start data-[placeholder]:text-faint",
          size === "sm" ? "h-7 text-xs" : "h-8.5 text-sm max-sm:text-lg",
          className,
        )}
        {...props}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <ChevronDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-80 overflow-hidden rounded-lg border bg-floating shadow-lg data-[state=open]:animate-enter"
        >
          <Primitive.ScrollUpButton className="grid h-6 place-items-center text-faint">
            <ChevronUp className="size-3.5" />
          </Primitive.ScrollUpButton>
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex cursor-default select-none items-start gap-2 rounded-md py-1.5 pe-8 ps-2 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover"
              >
                <span className="grid min-w-0">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.hint ? <span className="text-muted text-xs">{option.hint}</span> : null}
                </span>
                <Primitive.ItemIndicator className="absolute end-2 flex h-5 items-center">
                  <Check className="size-3.5 text-accent" aria-hidden="true" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
          <Primitive.ScrollDownButton className="grid h-6 place-items-center text-faint">
            <ChevronDown className="size-3.5" />
          </Primitive.ScrollDownButton>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type LabelledProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

export const LabelledSelect = <Value extends string>({
  label,
  hint,
  error,
  ...select
}: LabelledProps & SelectProps<Value>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Select {...select} {...control} />}
  </Field>
);
