import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { CampaignSearch } from "@/app/(dashboard)/shell/facts/campaign-search";
import { Combobox } from "@/components/fields/combobox";
import { Field } from "@/components/fields/field";
import { LabelledSelect } from "@/components/fields/select";
import { UrlInput } from "@/components/fields/url-input";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import type { LinkTestInput } from "@/lib/traffic/tester/schema";
import {
  anyCountry,
  anyLanguage,
  browserOptions,
  countryOptions,
  deviceOptions,
  languageOptions,
} from "./visitor";

type QuestionProps = {
  input: LinkTestInput;
  error: string | undefined;
  busy: boolean;
  onChange: (patch: Partial<LinkTestInput>) => void;
};

/** The link, and the visitor who follows it. */
export function LinkTestForm({ input, error, busy, onChange }: QuestionProps) {
  const [text, setText] = useState(input.link);
  const [known, setKnown] = useState(input.link);
  if (input.link !== known) {
    setKnown(input.link);
    // The Back button changed the address, or a campaign was chosen.
    setText(input.link);
  }
  return (
    <Card className="p-5">
      <form
        noValidate
        className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ link: text.trim() });
        }}
      >
        <Field label={t("Link")} error={error} className="sm:col-span-2 lg:col-span-4">
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <div className="min-w-0 flex-1 basis-72">
                <UrlInput
                  {...control}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  className="font-mono text-xs"
                  maxLength={8192}
                  placeholder="https://links.example.com/?c=…"
                />
              </div>
              <CampaignPicker onPick={(link) => onChange({ link })} />
              <Button
                type="submit"
                variant="primary"
                className="h-8.5"
                loading={busy}
                disabled={text.trim() === ""}
              >
                {t("Test link")}
              </Button>
            </div>
          )}
        </Field>
        <LabelledSelect
          label={t("Device")}
          options={deviceOptions}
          value={input.device}
          onValueChange={(device) => onChange({ device })}
        />
        <LabelledSelect
          label={t("Browser")}
          options={browserOptions(input.device)}
          value={input.browser}
          onValueChange={(browser) => onChange({ browser })}
        />
        <Field label={t("Country")}>
          {(control) => (
            <Combobox
              {...control}
              options={countryOptions}
              value={input.country ?? anyCountry}
              searchPlaceholder={t("Search countries")}
              onValueChange={(code) => onChange({ country: code === anyCountry ? null : code })}
            />
          )}
        </Field>
        <Field label={t("Browser language")}>
          {(control) => (
            <Combobox
              {...control}
              options={languageOptions}
              value={input.language ?? anyLanguage}
              searchPlaceholder={t("Search languages")}
              onValueChange={(code) => onChange({ language: code === anyLanguage ? null : code })}
            />
          )}
        </Field>
      </form>
    </Card>
  );
}

/** Returns the link of the chosen campaign. */
function CampaignPicker({ onPick }: { onPick: (link: string) => void }) {
  return (
    <CampaignSearch
      align="end"
      className="w-80 max-w-[calc(100vw-2rem)] p-0"
      trigger={() => (
        <PopoverTrigger asChild>
          <Button className="h-8.5">
            {t("Pick a campaign")}
            <ChevronsUpDown className="size-3.5 text-faint" aria-hidden="true" />
          </Button>
        </PopoverTrigger>
      )}
      detail={(campaign) => (
        <code className="ms-auto max-w-28 shrink-0 truncate font-mono text-faint text-xs">
          {campaign.display_id}
        </code>
      )}
      disabled={({ link }) => link === ""}
      onChoose={({ link }) => onPick(link)}
    />
  );
}
