"use client";

import { useRouter } from "next/navigation";
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useState } from "react";
import { Command, CommandEmpty, CommandInput, CommandList } from "@/components/ui/command";
import { overlayStyle } from "@/components/ui/dialog";
import { useReturnFocus } from "@/components/ui/return-focus";
import { leaveFor } from "@/components/unsaved";
import { fits } from "./command-fits";
import { CommandFound } from "./command-found";
import { CommandScreens } from "./command-screens";

/** Everything that has an address, by its name, from anywhere. */
export function CommandMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const router = useRouter();
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { mark, onCloseAutoFocus } = useReturnFocus();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      onOpenChange(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onOpenChange]);

  const go = (href: string) => {
    onOpenChange(false);
    setText("");
    leaveFor(() => router.push(href));
  };

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          onCloseAutoFocus={onCloseAutoFocus}
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden rounded-xl border bg-floating shadow-lg outline-none data-[state=open]:animate-fade-in"
        >
          {mark}
          <Primitive.Title className="sr-only">Search</Primitive.Title>
          <Command loop filter={fits}>
            <CommandInput
              value={text}
              onValueChange={setText}
              placeholder="Search screens, campaigns, users, installs, the API…"
              aria-label="Search"
              className="h-11.5"
            />
            <CommandList className="max-h-[min(24rem,60dvh)]">
              <CommandEmpty>{isAsking ? "Searching…" : "Nothing of that name."}</CommandEmpty>
              <CommandScreens go={go} />
              <CommandFound text={text.trim()} onAsking={setAsking} go={go} />
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
