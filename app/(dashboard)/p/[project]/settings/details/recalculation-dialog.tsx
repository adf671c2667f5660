"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { useLast } from "@/components/use-last";
import type { ProjectChanges } from "@/lib/accounts/projects/schema";

type Amounts = NonNullable<ProjectChanges["amounts"]>;

type RecalculationDialogProps = {
  /** What is to be changed. */
  asked: Partial<ProjectChanges> | null;
  onClose: () => void;
  onConfirm: (amounts: Amounts) => Promise<void>;
};

/** What becomes of all that was counted when days begin elsewhere or amounts are in another currency. */
export function RecalculationDialog({ asked, onClose, onConfirm }: RecalculationDialogProps) {
  const [amounts, setAmounts] = useState<Amounts>("convert");
  const { time_zone: timeZone, currency } = useLast(asked) ?? {};
  const named = [timeZone && `by days of ${timeZone}`, currency && `in ${currency}`].filter(Boolean);
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Count ${named.join(" and ")}?`}
      description={
        <>
          <p>
            All figures so far are counted again in the background. Reports stay as they are until that is
            done, then switch all at once. Apps and links go on meanwhile.
          </p>
          {timeZone ? (
            <ul className="grid list-disc gap-1 pl-5">
              <li>Retention and counts of different users follow some moments later.</li>
              <li>Of openings of the app only the last is known by the hour: earlier ones keep their day.</li>
              <li>Spend stays on the days it was told for.</li>
              <li>Days whose clicks or events were removed keep their figures.</li>
            </ul>
          ) : null}
          {currency ? (
            <p>
              Spend is converted by your exchange rates. Apps tell plain numbers: from now on they are read as{" "}
              {currency}. Limits in conversion rules keep their numbers.
            </p>
          ) : null}
        </>
      }
      action="Count anew"
      onConfirm={() => onConfirm(amounts)}
    >
      {currency ? (
        <RadioGroup
          aria-label="Amounts that apps told so far"
          value={amounts}
          onValueChange={(value) => setAmounts(value as Amounts)}
        >
          <RadioCard
            value="convert"
            label="Convert what apps told so far"
            hint="By the exchange rate of each day."
          />
          <RadioCard
            value="keep"
            label={`They were ${currency} all along`}
            hint="The numbers stay, only the currency was set wrong."
          />
        </RadioGroup>
      ) : null}
    </ConfirmDialog>
  );
}
