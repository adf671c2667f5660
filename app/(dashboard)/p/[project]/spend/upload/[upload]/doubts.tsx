import { numberText } from "@/components/format";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import type { Preview as UploadPreview, UploadSettings } from "@/lib/facts/spend/upload/schema";

type Doubt = UploadPreview["doubts"][number];

const count = (value: number) => numberText(value);

const words: Record<Doubt["kind"], { one: string; many: string; take: string; leave: string }> = {
  future: {
    one: "line is dated in the future",
    many: "lines are dated in the future",
    take: "Import",
    leave: "Leave out",
  },
  empty: {
    one: "line has no amount",
    many: "lines have no amount",
    take: "Import as zero",
    leave: "Leave out",
  },
  repeated: {
    one: "line is an exact duplicate",
    many: "lines are exact duplicates",
    take: "Add up",
    leave: "Count once",
  },
};

/** `Line 3, 4, 5 and 12 more`. */
function where({ first, lines }: Doubt): string {
  const more = lines - first.length;
  return `${lines === 1 ? "Line" : "Lines"} ${first.map(count).join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

type DoubtsProps = {
  preview: UploadPreview;
  settings: UploadSettings;
  onChange: (patch: Partial<UploadSettings>) => void;
};

/** Lines that may be meant or a mistake: nobody but the one who uploads them knows. */
export function Doubts({ preview, settings, onChange }: DoubtsProps) {
  const open = preview.doubts.filter(({ choice }) => choice === null).length;
  return (
    <Card>
      <CardHeader
        title="Needs your decision"
        description={
          open === 0
            ? "All settled."
            : `These lines may be intended or a mistake. ${count(open)} left to decide.`
        }
      />
      <ul className="divide-y border-t">
        {preview.doubts.map((doubt) => {
          const { one, many, take, leave } = words[doubt.kind];
          const what = `${count(doubt.lines)} ${doubt.lines === 1 ? one : many}`;
          return (
            <li
              key={doubt.kind}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
            >
              <div className="grid min-w-0 leading-snug">
                <span className="font-medium text-sm">{what}</span>
                <span className="num text-muted text-xs">{where(doubt)}</span>
              </div>
              <Segmented
                label={what}
                value={doubt.choice ?? ""}
                options={[
                  { value: "leave", label: leave },
                  { value: "take", label: take },
                ]}
                onValueChange={(choice) =>
                  onChange({
                    doubts: { ...settings.doubts, [doubt.kind]: choice === "take" ? "take" : "leave" },
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
