"use client";

import { ChevronsUpDown } from "lucide-react";
import { CampaignSearch } from "@/app/(dashboard)/shell/facts/campaign-search";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { Button } from "@/components/ui/button";
import { PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";

type ParametersProps = {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
};

/** A field for each placeholder: days for {{from}} and {{to}}, a campaign for {{campaign}}, a text for others. */
export function Parameters({ names, values, onChange }: ParametersProps) {
  if (names.length === 0) return null;
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      {names.map((name) => (
        <Field key={name} label={<code className="font-mono">{name}</code>}>
          {(control) =>
            name === "campaign" ? (
              <CampaignSearch
                className="w-80"
                detail={({ display_id }) => display_id}
                onChoose={({ id }) => onChange(name, String(id))}
                trigger={(open) => (
                  <PopoverTrigger asChild>
                    <Button {...control} aria-expanded={open} className="w-full justify-between">
                      <span className="num truncate">{values[name] || t("Choose a campaign")}</span>
                      <ChevronsUpDown className="size-3.5! text-faint" />
                    </Button>
                  </PopoverTrigger>
                )}
              />
            ) : (
              <Input
                {...control}
                type={name === "from" || name === "to" ? "date" : "text"}
                value={values[name] ?? ""}
                maxLength={1_000}
                onChange={(event) => onChange(name, event.target.value)}
              />
            )
          }
        </Field>
      ))}
    </div>
  );
}
