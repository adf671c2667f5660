"use client";

import { useState } from "react";
import { LabelledSelect } from "@/components/fields/select";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { audienceSkipReasons } from "@/lib/outbound/audiences/skip-reasons";
import { skipReasons } from "@/lib/outbound/mapping/gates";
import {
  type ConsentState,
  consentStates,
  type PrivacyMatrix,
  type SharedField,
  sharedFields,
} from "@/lib/outbound/privacy/labels";
import { isSkipped, privacyMatrix } from "@/lib/outbound/privacy/matrix";

const reasons: Record<string, string> = { ...audienceSkipReasons, ...skipReasons };
const fields = Object.entries(sharedFields) as [SharedField, string][];
const states = Object.entries(consentStates).map(([value, label]) => ({
  value: value as ConsentState,
  label,
}));

/** The data that leaves for each kind of destination, by the user's consent. */
export function PrivacyMatrixCard() {
  const [state, setState] = useState<ConsentState>("allowed");
  return (
    <Card>
      <CardHeader
        title={t("Data sent to destinations")}
        description={t(
          "The data that each destination can receive about a user, by the user's consent. A destination receives only the events in its mapping, an audience only its members.",
        )}
      />
      <CardBody>
        <LabelledSelect
          label={t("The user's consent")}
          className="sm:max-w-80"
          options={states}
          value={state}
          onValueChange={setState}
        />
      </CardBody>
      <section
        aria-label={t("Data by destination")}
        className="relative overflow-x-auto border-t"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <Table>
          <thead>
            <tr>
              <TableHead className="sticky start-0 z-10">{t("Destination")}</TableHead>
              {fields.map(([field, label]) => (
                <TableHead key={field} className="min-w-24 whitespace-normal py-1.5 text-center">
                  {label}
                </TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {privacyMatrix.map((row) => (
              <DestinationRow key={row.code} row={row} state={state} />
            ))}
          </tbody>
        </Table>
      </section>
      <CardFooter>
        <span>
          {t(
            "● as is, # as a hash, – not sent. With an asterisk you choose the fields: the table has all that are possible.",
          )}
        </span>
      </CardFooter>
    </Card>
  );
}

function DestinationRow({ row, state }: { row: PrivacyMatrix[number]; state: ConsentState }) {
  const shared = row.shares[state];
  return (
    <TableRow>
      <th
        scope="row"
        className="sticky start-0 z-10 h-10 whitespace-nowrap border-b bg-raised px-3 text-start font-medium first:ps-4 max-sm:px-2 max-sm:first:ps-3"
      >
        {row.label}
        {row.isChosen ? <span className="text-muted">*</span> : null}
      </th>
      {isSkipped(shared) ? (
        <TableCell colSpan={fields.length} className="text-muted">
          {t("Nothing. {reason}", { reason: reasons[shared.skipped] })}
        </TableCell>
      ) : (
        fields.map(([field]) => (
          <TableCell key={field} className="text-center">
            <Mark form={shared[field]} />
          </TableCell>
        ))
      )}
    </TableRow>
  );
}

const marks = {
  plain: ["●", t("as is")],
  hashed: ["#", t("as a hash")],
  none: ["–", t("not sent")],
} as const;

function Mark({ form }: { form: "plain" | "hashed" | undefined }) {
  const [sign, text] = marks[form ?? "none"];
  return (
    <span className={form === undefined ? "text-faint" : ""}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
