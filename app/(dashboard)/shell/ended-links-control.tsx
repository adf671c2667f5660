"use client";

import type { ComponentProps } from "react";
import type { FieldControl } from "@/components/fields/field";
import { Select } from "@/components/fields/select";
import { UrlInput } from "@/components/fields/url-input";
import { t } from "@/lib/base/languages/texts";
import { endedLabel, endedOptions } from "./ended-links";

const asProject = "project";
const address = "address";

export const endedHint = t("The destination of links whose campaign is paused, has ended or was deleted.");

type EndedLinksProps = FieldControl & {
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur: () => void;
  ref: ComponentProps<"input">["ref"];
  /** Used if a campaign has no setting; a project always has one. */
  usual?: string;
};

/** A named destination, or a typed address. */
export function EndedLinksControl({
  value,
  onChange,
  onBlur,
  ref,
  usual: defaultValue,
  ...control
}: EndedLinksProps) {
  const chosen = value ?? asProject;
  const isWord = chosen === asProject || endedOptions.some((option) => option.value === chosen);
  return (
    <div className="grid gap-2">
      <Select
        {...control}
        value={isWord ? chosen : address}
        options={[
          ...(defaultValue === undefined
            ? []
            : [
                {
                  value: asProject,
                  label: t("Project default: {defaultValue}", { defaultValue: endedLabel(defaultValue) }),
                },
              ]),
          ...endedOptions,
          { value: address, label: t("A custom URL") },
        ]}
        onValueChange={(next) => onChange(next === asProject ? null : next === address ? "https://" : next)}
      />
      {isWord ? null : (
        <UrlInput
          ref={ref}
          value={chosen}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          aria-label={t("URL for ended links")}
          aria-invalid={control["aria-invalid"]}
          aria-describedby={control["aria-describedby"]}
        />
      )}
    </div>
  );
}
