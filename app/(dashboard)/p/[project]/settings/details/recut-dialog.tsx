"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

type RecutDialogProps = { timeZone: string | null; onClose: () => void; onConfirm: () => Promise<void> };

/** What becomes of all that was counted when the days of a project begin elsewhere. */
export function RecutDialog({ timeZone, onClose, onConfirm }: RecutDialogProps) {
  return (
    <ConfirmDialog
      open={timeZone !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Count by days of ${timeZone}?`}
      description={
        <>
          <p>
            All figures so far are counted again by these days, in the background. Reports show the days of
            before until that is done, then switch all at once. Apps and links go on meanwhile.
          </p>
          <ul className="grid list-disc gap-1 pl-5">
            <li>Retention and counts of different users follow some moments later.</li>
            <li>
              Of openings of the app only the last is known by the hour: earlier ones stay on their day.
            </li>
            <li>Spend stays on the days it was told for.</li>
            <li>Days whose clicks or events were removed keep their figures.</li>
          </ul>
        </>
      }
      action="Cut days anew"
      onConfirm={onConfirm}
    />
  );
}
