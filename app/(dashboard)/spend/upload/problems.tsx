"use client";

import { useState } from "react";
import { CampaignField } from "@/app/(dashboard)/shell/facts/campaign-search";
import { useProject } from "@/app/(dashboard)/shell/session";
import { RateDialog } from "@/app/(dashboard)/spend/rates/rate-dialog";
import { Checkbox } from "@/components/fields/checkbox";
import { Field } from "@/components/fields/field";
import { fullDay, numberText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { SpendUploadPreview as UploadPreview, UploadSettings } from "@/lib/spend/upload/schema";
import { UnclearLines } from "./unclear-lines";

type ObstaclesProps = {
  preview: UploadPreview;
  settings: UploadSettings;
  onChange: (patch: Partial<UploadSettings>) => void;
  /** Called after a rate was added, to load the preview again. */
  onRate: () => unknown;
};

const count = (value: number) => numberText(value);

/** Each obstacle with its remedy. */
export function UploadProblems({ preview, settings, onChange, onRate }: ObstaclesProps) {
  return (
    <>
      {preview.missing_rates.length > 0 ? <MissingRates preview={preview} onRate={onRate} /> : null}
      {preview.unmatched.length > 0 ? (
        <Unmatched preview={preview} settings={settings} onChange={onChange} />
      ) : null}
      {preview.doubts.length > 0 || preview.three_digits ? (
        <UnclearLines preview={preview} settings={settings} onChange={onChange} />
      ) : null}
      {preview.problem_count > 0 ? (
        <Problems preview={preview} settings={settings} onChange={onChange} />
      ) : null}
    </>
  );
}

function MissingRates({ preview, onRate }: Pick<ObstaclesProps, "preview" | "onRate">) {
  const { currency: own } = useProject();
  const [adding, setAdding] = useState<{ currency: string; day: string } | null>(null);
  return (
    <Alert tone="warning" title={t("An exchange rate is missing")}>
      <ul className="grid gap-2">
        {preview.missing_rates.map(({ currency, day, rows }) => (
          <li key={currency} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              {t(
                "{rows2, plural, one {# row is} other {# rows are}} in {currency}, the first of {day}. Value of 1 {currency} in {own}?",
                { rows2: rows, currency, day: fullDay(day), own },
              )}
            </span>
            <Button size="sm" onClick={() => setAdding({ currency, day })}>
              {t("Add rate")}
            </Button>
          </li>
        ))}
      </ul>
      <RateDialog
        rate={adding ? "new" : null}
        {...(adding ? { start: adding } : {})}
        onClose={() => {
          setAdding(null);
          void onRate();
        }}
      />
    </Alert>
  );
}

function Unmatched({ preview, settings, onChange }: Omit<ObstaclesProps, "onRate">) {
  const choose = (key: string, campaign: number | null | undefined) =>
    onChange({
      campaigns: [
        ...settings.campaigns.filter((each) => each.key !== key),
        ...(campaign === undefined ? [] : [{ key, campaign }]),
      ],
    });
  const open = preview.unmatched.filter(({ decided }) => !decided).length;
  return (
    <Card>
      <CardHeader
        title={t("Unknown campaigns")}
        description={
          open === 0
            ? t("All settled.")
            : t(
                "There is no campaign with this ID or name. Choose the right one or leave it out. {open} left.",
                { open: count(open) },
              )
        }
        actions={
          open > 1 ? (
            <Button
              size="sm"
              onClick={() =>
                onChange({
                  campaigns: [
                    ...settings.campaigns,
                    ...preview.unmatched
                      .filter(({ decided }) => !decided)
                      .map(({ key }) => ({ key, campaign: null })),
                  ],
                })
              }
            >
              {t("Leave the rest out")}
            </Button>
          ) : null
        }
      />
      <ul className="divide-y border-t">
        {preview.unmatched.map(({ key, name, lines, decided, campaign }) => (
          <li
            key={key}
            className="grid grid-cols-1 items-center gap-x-4 gap-y-2 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_18rem_auto]"
          >
            <div className="grid min-w-0 leading-snug">
              <span className="truncate font-medium text-sm" title={name}>
                {name}
              </span>
              <span className="truncate text-muted text-xs">
                {key === name ? "" : `${key} · `}
                {t("{lines, plural, one {# line} other {# lines}}", { lines })}
              </span>
            </div>
            <CampaignField
              aria-label={t("Campaign for {name}", { name })}
              chosen={campaign && { id: campaign.id, displayId: campaign.display_id, name: campaign.name }}
              placeholder={decided ? t("Left out") : t("Choose a campaign")}
              onChoose={(chosen) => choose(key, chosen.id)}
            />
            <Button
              size="sm"
              variant="ghost"
              className="justify-self-start"
              onClick={() => choose(key, decided ? undefined : null)}
            >
              {decided ? t("Choose again") : t("Leave out")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Problems({ preview, settings, onChange }: Omit<ObstaclesProps, "onRate">) {
  const { problems, problem_count: total } = preview;
  return (
    <Card>
      <CardHeader
        title={t("{total, plural, one {# problem} other {# problems}}", { total })}
        description={
          total > problems.length
            ? t("Showing the first {problems}. Fix the file and upload it again, or leave these lines out.", {
                problems: count(problems.length),
              })
            : t("Fix the file and upload it again, or leave these lines out.")
        }
      />
      <section
        aria-label={t("Problems by line")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto border-t outline-offset-[-2px]"
      >
        <Table className="min-w-max">
          <thead className="sticky top-0">
            <tr>
              <TableHead className="text-end">{t("Line")}</TableHead>
              <TableHead>{t("Column")}</TableHead>
              <TableHead>{t("Value")}</TableHead>
              <TableHead>{t("Problem")}</TableHead>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <TableRow key={`${problem.line} ${problem.column} ${problem.text}`}>
                <TableCell className="num text-end">{problem.line}</TableCell>
                <TableCell>{problem.column}</TableCell>
                <TableCell>
                  {problem.value === "" ? (
                    <span className="text-faint">{t("empty")}</span>
                  ) : (
                    <code className="block max-w-56 truncate font-mono text-xs">{problem.value}</code>
                  )}
                </TableCell>
                <TableCell>{problem.text}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
      <CardBody className="border-t pt-4">
        <Field label={t("Leave these lines out")} hint={t("Everything else is imported.")} inline>
          {(control) => (
            <Checkbox
              {...control}
              checked={settings.leave_out}
              onCheckedChange={(checked) => onChange({ leave_out: checked === true })}
            />
          )}
        </Field>
      </CardBody>
    </Card>
  );
}
