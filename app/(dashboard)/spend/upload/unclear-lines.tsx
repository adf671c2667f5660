import { numberText } from "@/components/format";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { t } from "@/lib/base/languages/texts";
import type { SpendUploadPreview as UploadPreview, UploadSettings } from "@/lib/spend/upload/schema";

type Doubt = UploadPreview["doubts"][number];

const count = (value: number) => numberText(value);

const doubtTexts: Record<Doubt["kind"], { one: string; many: string; take: string; leave: string }> = {
  future: {
    one: t("line is dated in the future"),
    many: t("lines are dated in the future"),
    take: t("Import"),
    leave: t("Leave out"),
  },
  empty: {
    one: t("line has no amount"),
    many: t("lines have no amount"),
    take: t("Import as zero"),
    leave: t("Leave out"),
  },
  repeated: {
    one: t("line is an exact duplicate"),
    many: t("lines are exact duplicates"),
    take: t("Add up"),
    leave: t("Count once"),
  },
};

/** `Line 3, 4, 5 and 12 more`. */
function where({ first, lines }: Pick<Doubt, "first" | "lines">): string {
  const more = lines - first.length;
  return `${lines === 1 ? t("Line") : t("Lines")} ${first.map(count).join(", ")}${more > 0 ? ` ${t("and {more} more", { more: count(more) })}` : ""}`;
}

type DoubtsProps = {
  preview: UploadPreview;
  settings: UploadSettings;
  onChange: (patch: Partial<UploadSettings>) => void;
};

/** Lines that may be intended or mistakes, which only the member can decide. */
export function UnclearLines({ preview, settings, onChange }: DoubtsProps) {
  const { three_digits: threeDigits } = preview;
  const open =
    preview.doubts.filter(({ choice }) => choice === null).length + (threeDigits?.choice === null ? 1 : 0);
  return (
    <Card>
      <CardHeader
        title={t("Needs your decision")}
        description={
          open === 0
            ? t("All settled.")
            : t("These lines may be intended or a mistake. {open} left to decide.", { open: count(open) })
        }
      />
      <ul className="divide-y border-t">
        {threeDigits ? (
          <Decision
            what={t(
              "{lines2, plural, one {# amount} other {# amounts}} such as {text}: thousands or decimals?",
              { lines2: threeDigits.lines, text: threeDigits.text },
            )}
            where={where(threeDigits)}
            value={threeDigits.choice}
            options={[
              {
                value: "thousands",
                label: t("Read as {thousands}", { thousands: numberText(threeDigits.thousands) }),
              },
              {
                value: "decimals",
                label: t("Read as {decimals}", { decimals: numberText(threeDigits.decimals) }),
              },
            ]}
            onChoose={(three_digits) => onChange({ three_digits })}
          />
        ) : null}
        {preview.doubts.map((doubt) => {
          const { one, many, take, leave } = doubtTexts[doubt.kind];
          const what = `${count(doubt.lines)} ${doubt.lines === 1 ? one : many}`;
          return (
            <Decision
              key={doubt.kind}
              what={what}
              where={where(doubt)}
              value={doubt.choice}
              options={[
                { value: "leave", label: leave },
                { value: "take", label: take },
              ]}
              onChoose={(choice) => onChange({ doubts: { ...settings.doubts, [doubt.kind]: choice } })}
            />
          );
        })}
      </ul>
    </Card>
  );
}

type DecisionProps<Choice extends string> = {
  what: string;
  where: string;
  value: Choice | null;
  options: readonly { value: Choice; label: string }[];
  onChoose: (choice: Choice) => void;
};

/** A question about some lines, without a default answer. */
function Decision<Choice extends string>(props: DecisionProps<Choice>) {
  const { what, where: lines, value, options, onChoose } = props;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="grid min-w-0 leading-snug">
        <span className="font-medium text-sm">{what}</span>
        <span className="num text-muted text-xs">{lines}</span>
      </div>
      <Segmented<Choice | "">
        label={what}
        value={value ?? ""}
        options={options}
        onValueChange={(choice) => choice !== "" && onChoose(choice)}
      />
    </li>
  );
}
