"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

/** Not modal, because hiding the page from screen readers would hide elements that can still take the focus. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = Primitive.Trigger;

export function DropdownMenuContent({
  className,
  align = "end",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg border bg-floating p-1 text-sm shadow-lg outline-none",
          "data-[state=closed]:animate-leave data-[state=open]:animate-enter",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}

const itemStyle = cn(
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 outline-none",
  "data-[disabled]:pointer-events-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover",
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint",
);

export function DropdownMenuItem({
  className,
  destructive,
  ...props
}: ComponentProps<typeof Primitive.Item> & { destructive?: boolean }) {
  return (
    <Primitive.Item
      className={cn(
        itemStyle,
        destructive && "text-danger data-[highlighted]:bg-danger-soft [&_svg]:text-danger",
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem className={cn(itemStyle, "pe-8", className)} {...props}>
      {children}
      <Primitive.ItemIndicator className="absolute end-2 flex">
        <Check className="size-3.5! text-accent!" aria-hidden="true" />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return (
    <Primitive.Label
      className={cn("px-2 pt-1.5 pb-1 font-medium text-faint text-xs", className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={cn("-mx-1 my-1 h-px bg-line", className)} {...props} />;
}
