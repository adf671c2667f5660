"use client";

import { X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { CountInput } from "@/app/(dashboard)/campaigns/schedule/count-input";
import { MomentInput } from "@/app/(dashboard)/campaigns/schedule/moment-input";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormField } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { t } from "@/lib/base/languages/texts";
import { maxReturnDays, returnDays } from "@/lib/ledger/return-days";
import type { CampaignForm } from "./campaign-form";
import { OptionsGroup } from "./options-group";

const settings = ["tags", "starts_at", "ends_at", "click_limit", "reengagement_days"] as const;

/** The campaign's tags, schedule and click limit. */
export function ScheduleGroup({ form }: { form: CampaignForm }) {
  const { time_zone: zone } = useProject();
  return (
    <OptionsGroup
      form={form}
      title={t("Tags and schedule")}
      summary={t("Tags, start and end, click limit, re-engagement window")}
      settings={settings}
    >
      <FormField
        form={form}
        name="tags"
        label={t("Tags")}
        optional
        hint={t("Press Enter or comma after each. Lists and reports can be filtered by them.")}
      >
        {({ value, onChange, name: _, ...control }) => (
          <TagsInput {...control} tags={value ?? []} onTags={onChange} />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="starts_at"
          label={t("Starts")}
          optional
          hint={t("Leave blank to start right away. Times are in {zone}.", { zone })}
        >
          {({ value, ...control }) => <MomentInput {...control} value={value ?? null} zone={zone} />}
        </FormField>
        <FormField
          form={form}
          name="ends_at"
          label={t("Ends")}
          optional
          hint={t("Leave blank to run with no end date.")}
        >
          {({ value, ...control }) => <MomentInput {...control} value={value ?? null} zone={zone} />}
        </FormField>
        <FormField
          form={form}
          name="click_limit"
          label={t("Click limit")}
          optional
          hint={t(
            "The campaign ends after this many clicks. Then its links use the destination of ended links.",
          )}
        >
          {(control) => <CountInput {...control} />}
        </FormField>
        <FormField
          form={form}
          name="reengagement_days"
          label={t("Re-engagement window in days")}
          optional
          hint={t(
            "Events and payments count for this campaign for so long after it brought a user back, 1 to {maxReturnDays} days. Leave blank for {returnDays}. A change applies to later re-engagements only.",
            { maxReturnDays, returnDays },
          )}
        >
          {(control) => <CountInput {...control} max={maxReturnDays} />}
        </FormField>
      </div>
    </OptionsGroup>
  );
}

type Control = Omit<ComponentProps<typeof Input>, "value" | "onChange">;
type TagsInputProps = Control & { tags: readonly string[]; onTags: (tags: string[]) => void };

function TagsInput({ tags, onTags, onBlur, ...control }: TagsInputProps) {
  const [typed, setTyped] = useState("");
  const known = useId();
  const { data } = useGet(at("/projects/:project/campaigns/tags", { project: useProject().id }));
  const has = (tag: string) => tags.some((each) => each.toLowerCase() === tag.toLowerCase());

  function add(text: string) {
    const fresh = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag, i, all) => tag !== "" && !has(tag) && all.indexOf(tag) === i);
    if (fresh.length > 0) onTags([...tags, ...fresh]);
    setTyped("");
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "") onTags(tags.slice(0, -1));
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      {tags.length > 0 ? (
        <ul aria-label={t("Chosen tags")} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex max-w-full items-center rounded-full bg-pressed ps-2.5 text-xs"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={t("Remove the tag {tag}", { tag })}
                onClick={() => onTags(tags.filter((each) => each !== tag))}
                className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
              >
                <X className="size-3" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Input
        {...control}
        list={known}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onKeyDown={press}
        onChange={({ target }) => (target.value.includes(",") ? add(target.value) : setTyped(target.value))}
        onBlur={(event) => {
          add(typed);
          onBlur?.(event);
        }}
      />
      <datalist id={known}>
        {data?.tags
          .filter(({ tag }) => !has(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
