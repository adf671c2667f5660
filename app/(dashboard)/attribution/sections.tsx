import { cn } from "@/components/cn";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import type { RulesDraft } from "./draft";
import { ChangedDot } from "./setting-row";

const names = [
  "windows",
  "returns",
  "probabilistic",
  "fraud",
  "sources",
  "blocks",
  "lists",
  "history",
] as const;
type RuleSection = (typeof names)[number];

const labels: Record<RuleSection, string> = {
  windows: t("Windows"),
  returns: t("Reinstalls and returns"),
  probabilistic: t("Probabilistic matching"),
  fraud: t("Fraud rules"),
  sources: t("Publishers"),
  blocks: t("Block list"),
  lists: "IP lists",
  history: t("History"),
};

/** The section of each setting. */
const sectionOf: Record<keyof RulesDraft, RuleSection> = {
  click_days: "windows",
  network_click_days: "windows",
  campaign_click_days: "windows",
  view_through: "windows",
  view_through_hours: "windows",
  network_view_hours: "windows",
  apple_ads: "windows",
  google_claims: "windows",
  inactivity_days: "returns",
  reengagement_hours: "returns",
  reinstall_days: "returns",
  reinstall_keeps_campaign: "returns",
  probabilistic: "probabilistic",
  probabilistic_hours: "probabilistic",
  probabilistic_floor: "probabilistic",
  probabilistic_ios: "probabilistic",
  probabilistic_parameters: "probabilistic",
  fraud: "fraud",
};

/** The sections of settings. Of a rejected setting, the path in the error begins with `settings`. */
export const sectionsOf = (names: readonly string[]): RuleSection[] =>
  names.flatMap((name) => {
    const setting = name.replace(/^settings\./, "").split(".")[0] ?? "";
    return setting in sectionOf ? [sectionOf[setting as keyof RulesDraft]] : [];
  });

const codecs = { section: urlChoice<RuleSection>(names, "windows") };

export function useRuleSection() {
  const [{ section }, setAddress] = useUrlState(codecs);
  return [section, (next: RuleSection) => setAddress({ section: next })] as const;
}

/** On narrow screens the list scrolls sideways. */
function bringIntoSight(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

type SectionListProps = {
  section: RuleSection;
  changed: ReadonlySet<RuleSection>;
  onChange: (section: RuleSection) => void;
};

/** On the left of the rules, above them on narrow screens. A dot marks sections with values that are not the default. */
export function SectionList({ section, changed, onChange }: SectionListProps) {
  return (
    <nav
      aria-label={t("Sections of the rules")}
      className="flex gap-1 overflow-x-auto [scrollbar-width:none] lg:sticky lg:top-21 lg:grid lg:content-start lg:self-start"
    >
      {names.map((name) => (
        <button
          key={name}
          ref={name === section ? bringIntoSight : null}
          type="button"
          aria-current={name === section ? "true" : undefined}
          onClick={() => onChange(name)}
          className={cn(
            "flex h-8 shrink-0 items-center justify-between gap-2 rounded-md px-2.5 text-start text-sm outline-offset-[-2px] transition-colors hover:text-ink",
            name === section ? "bg-pressed font-medium text-ink" : "text-muted hover:bg-hover",
          )}
        >
          {labels[name]}
          {changed.has(name) ? <ChangedDot /> : null}
        </button>
      ))}
    </nav>
  );
}
