"use client";

import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "sonner";
import { Checkbox } from "@/components/fields/checkbox";
import { Button } from "@/components/ui/button";
import { CopyButton, copyText } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "./dialog";

type SecretRevealProps = {
  /** Null if there is nothing to show. */
  secret: string | null;
  title: string;
  description: string;
  label: string;
  /** The label of the confirmation that closes the dialog. */
  savedLabel?: string;
  /** Offers to copy the secret and close the dialog with one click. */
  closesWithCopy?: boolean;
  onDone: () => void;
};

/** Shows a secret once. It closes only when the reader confirms that the secret is saved. */
export function SecretReveal({
  secret,
  title,
  description,
  label,
  savedLabel: promise,
  closesWithCopy = false,
  onDone,
}: SecretRevealProps) {
  const [isSaved, setIsSaved] = useState(false);
  const id = useId();
  function done() {
    setIsSaved(false);
    onDone();
  }
  async function copyAndClose() {
    try {
      await copyText(secret ?? "");
    } catch {
      // The browser does not allow it, so the reader copies the secret by hand.
      return void toast.error(t("Couldn't copy it. Select the secret and copy it yourself."));
    }
    toast.success(t("Copied"));
    done();
  }
  return (
    <Dialog open={secret !== null} onOpenChange={(open) => !open && isSaved && done()}>
      <DialogContent
        title={title}
        description={description}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogBody>
          <div className="flex items-start gap-2.5 rounded-lg border border-accent/30 bg-accent-soft p-3">
            <KeyRound className="mt-0.5 size-4 shrink-0 text-accent-strong" aria-hidden="true" />
            <code className="min-w-0 flex-1 select-all break-all font-mono text-sm">{secret}</code>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex items-center gap-2">
              <Checkbox id={id} checked={isSaved} onCheckedChange={(value) => setIsSaved(value === true)} />
              <label htmlFor={id} className="text-sm">
                {promise ?? t("I've stored it somewhere safe")}
              </label>
            </div>
            {closesWithCopy ? null : <CopyButton value={secret ?? ""} label={label} text />}
          </div>
        </DialogBody>
        <DialogFooter>
          <Button variant={closesWithCopy ? "secondary" : "primary"} disabled={!isSaved} onClick={done}>
            {t("Done")}
          </Button>
          {closesWithCopy ? (
            <Button variant="primary" onClick={() => void copyAndClose()}>
              {t("{label} and close", { label })}
            </Button>
          ) : null}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
