"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { t } from "@/lib/base/languages/texts";
import { InputGroup } from "./input";

/** A password input with a button to show the password. */
export function PasswordInput(props: Omit<ComponentProps<typeof InputGroup>, "type" | "after">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <InputGroup
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={shown ? t("Hide the password") : t("Show the password")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="-me-1 grid size-6.5 place-items-center rounded-sm text-faint hover:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  );
}
