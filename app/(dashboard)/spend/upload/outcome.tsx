import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { fullDay, numberText, windowText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import type { SpendUploadPreview as UploadPreview, UploadSettings } from "@/lib/spend/upload/schema";

type OutcomeProps = {
  preview: UploadPreview;
  settings: UploadSettings;
  onChange: (patch: Partial<UploadSettings>) => void;
};

const count = (value: number) => numberText(value);

export function UploadOutcome({ preview, settings, onChange }: OutcomeProps) {
  const { currency } = useProject();
  const format = figureFormat(currency);
  const { replaced } = preview;
  const foreign = preview.amounts.filter((each) => each.currency !== currency);
  const remarks = [
    preview.added > 0 &&
      t("{added} lines for the same ad and day were added up", { added: count(preview.added) }),
    preview.skipped > 0 && t("{skipped} total lines are skipped", { skipped: count(preview.skipped) }),
    preview.left > 0 && t("{left} lines are left out", { left: count(preview.left) }),
  ].filter((text) => text !== false);
  return (
    <Card>
      <CardHeader
        title={t("Import preview")}
        {...(remarks.length > 0 ? { description: `${remarks.join("; ")}.` } : {})}
      />
      <div className="grid grid-cols-2 border-y sm:grid-cols-4 sm:divide-x">
        <Stat
          label={t("Spend")}
          value={preview.amount_minor === null ? null : format.full("money", preview.amount_minor)}
          footnote={
            foreign.length > 0
              ? t("billed as {foreign}", {
                  foreign: foreign
                    .map((each) => figureFormat(each.currency).full("money", each.amount_minor))
                    .join(", "),
                })
              : undefined
          }
        />
        <Stat
          label={t("Days")}
          value={preview.days ? <span className="text-base">{windowText(preview.days)}</span> : null}
        />
        <Stat label={t("Campaigns")} value={count(preview.campaigns)} />
        <Stat label={t("Rows")} value={count(preview.rows)} />
      </div>
      {preview.sample.length > 0 ? <Sample preview={preview} /> : null}
      <CardBody className="grid gap-4 border-t pt-4">
        <div className="grid gap-0.5">
          <h3 className="font-medium text-sm">{t("Existing spend")}</h3>
          <p className="text-muted text-sm">
            {replaced.rows === 0
              ? t("No existing spend for these days.")
              : t("Replaces {rows} existing {rows2, plural, one {row} other {rows}}, {amount_minor}.", {
                  rows: count(replaced.rows),
                  rows2: replaced.rows,
                  amount_minor: format.full("money", replaced.amount_minor),
                })}
          </p>
        </div>
        <RadioGroup
          aria-label={t("Existing spend")}
          value={settings.replaces}
          onValueChange={(value) => onChange({ replaces: value === "parts" ? "parts" : "days" })}
          className="grid grid-cols-1 gap-2 sm:grid-cols-2"
        >
          <RadioCard
            value="days"
            label={t("Replace whole days")}
            hint={t(
              "The file replaces all spend for each campaign and day in it, so spend never counts twice.",
            )}
          />
          <RadioCard
            value="parts"
            label={t("Replace matching ads only")}
            hint={t(
              "Ad sets, creatives, platforms and countries that aren't in the file keep their spend. Spend without a platform or country makes way for a breakdown of it.",
            )}
          />
        </RadioGroup>
      </CardBody>
    </Card>
  );
}

const headers = [
  t("Day"),
  t("Campaign"),
  t("Ad set"),
  t("Creative"),
  t("Keyword"),
  t("Platform"),
  t("Country"),
];

function Sample({ preview }: { preview: UploadPreview }) {
  return (
    <section
      aria-label={t("First rows")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto outline-offset-[-2px]"
    >
      <Table className="min-w-max">
        <thead className="sticky top-0">
          <tr>
            {headers.map((head) => (
              <TableHead key={head}>{head}</TableHead>
            ))}
            <TableHead className="text-end">{t("Amount")}</TableHead>
          </tr>
        </thead>
        <tbody>
          {preview.sample.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name and never move
            <TableRow key={index}>
              <TableCell className="num whitespace-nowrap">{fullDay(row.day)}</TableCell>
              {[row.campaign, row.ad_set, row.creative, row.keyword, row.platform, row.country].map(
                (text, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                  <TableCell key={i}>
                    {text ? (
                      <span className="block max-w-44 truncate" title={text}>
                        {text}
                      </span>
                    ) : (
                      noValueDash
                    )}
                  </TableCell>
                ),
              )}
              <TableCell className="num whitespace-nowrap text-end">
                {figureFormat(row.currency).full("money", row.amount_minor)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
