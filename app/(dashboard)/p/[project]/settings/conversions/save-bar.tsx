"use client";

import { type Address, call } from "@/app/(dashboard)/api";
import { useAction, useRefresh } from "@/app/(dashboard)/data";
import { GatedButton } from "@/components/gated";
import { Button } from "@/components/ui/button";
import type { Rule } from "@/lib/facts/conversions/rules";

type SaveBarProps = {
  path: Address<"/projects/:project/conversions">;
  version: number;
  /** Null while something is not right. */
  rules: Rule[] | null;
  reason: string | undefined;
  onTry: () => void;
  onDiscard: () => void;
};

export function SaveBar({ path, version, rules, reason, onTry, onDiscard }: SaveBarProps) {
  const refresh = useRefresh();
  const save = useAction(
    async (some: Rule[]) => {
      await call("PUT", path, { version, rules: some });
      await refresh(path);
    },
    { done: `Version ${version + 1} is in force` },
  );
  const failed = save.error && !save.isPending ? save.error.message : null;
  return (
    <section
      aria-label="Changes"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-floating px-4 py-3 shadow-lg"
    >
      <p className="mr-auto text-sm">
        <span className="font-medium">Not in force yet.</span>{" "}
        <span className="text-muted">
          {failed ?? (rules ? "Apps go on being told the values of before." : "Some rules are not complete.")}
        </span>
      </p>
      <Button variant="ghost" onClick={onDiscard}>
        Undo
      </Button>
      <GatedButton
        reason={reason}
        variant="primary"
        loading={save.isPending}
        onClick={() => {
          onTry();
          if (rules) save.mutate(rules);
        }}
      >
        Save as version {version + 1}
      </GatedButton>
    </section>
  );
}
