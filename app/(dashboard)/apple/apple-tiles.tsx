import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import type { AppleFigures } from "@/lib/apple/figures/schema";
import { t } from "@/lib/base/languages/texts";

const ratio = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole);

export function AppleTiles({ data }: { data: AppleFigures }) {
  const { id, currency } = useProject();
  const format = figureFormat(currency);
  const [first] = data.windows;
  const { verified, refused } = data.arrived;
  const count = (value: number) => format.full("count", value);
  const percent = (value: number | null) => format.full("percent", value);
  const tiles: { label: string; value: string; hint: string; href?: string }[] = [
    {
      label: t("Winning postbacks"),
      value: count(data.postbacks),
      hint: t("Verified postbacks of all three windows, each counted once."),
    },
    {
      label: t("Installs"),
      value: count(data.installs),
      hint: t("First-window postbacks of a first download."),
    },
    {
      label: t("Redownloads"),
      value: count(data.redownloads),
      hint: t("First-window postbacks of repeated downloads."),
    },
    {
      label: t("Re-engagements"),
      value: count(data.reengagements),
      hint: t("First-window postbacks of an app that was already installed. AdAttributionKit only."),
    },
    {
      label: t("With a fine value"),
      value: percent(ratio(data.fine, first)),
      hint: t("{fine} of {first} first-window postbacks have a value from 0 to 63.", {
        fine: count(data.fine),
        first: count(first),
      }),
    },
    {
      label: t("Without any value"),
      value: percent(ratio(data.none, first)),
      hint: t(
        "{none} of {first} first-window postbacks without a value, because Apple needs more installs. It isn't the value 0.",
        { none: count(data.none), first: count(first) },
      ),
    },
    {
      label: t("Verified"),
      value: percent(ratio(verified, verified + refused)),
      hint: t("Of the postbacks of these days, {refused} weren't signed by Apple. They aren't counted.", {
        refused: count(refused),
      }),
      href: `/p/${id}/ios/postbacks?standing=refused&from=${data.from}&to=${data.to}`,
    },
  ];
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4 xl:grid-cols-7">
      {tiles.map(({ label, value, hint, href }) => (
        <Stat
          key={label}
          label={label}
          hint={hint}
          value={
            href ? (
              <IntentLink href={href} className="rounded-sm hover:underline">
                {value}
              </IntentLink>
            ) : (
              value
            )
          }
          className="bg-raised last:max-xl:col-span-2"
        />
      ))}
    </Card>
  );
}
