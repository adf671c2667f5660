import { useState } from "react";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { Card, CardHeader } from "@/components/ui/card";
import { fingerprintingNote, iosModeLabels } from "@/lib/attribution/rule-sets/ios-labels";
import { t } from "@/lib/base/languages/texts";
import type { RulesEdit } from "./draft";
import { RuleNumber, RuleSwitch, SettingRow } from "./setting-row";

const defaultParameters = ["utm_*"];
const defaultMode = "own_links";

/** Probabilistic matches: their requirements, and the data they pass on. */
export function Probabilistic({ edit }: { edit: RulesEdit }) {
  const { draft } = edit;
  return (
    <Card>
      <CardHeader
        title={t("Probabilistic matching")}
        description={t(
          "Without any ID: same IP shortly before, no conflict in OS, version or model, and only if a single campaign matches. Never used for views, listed IPs or users who refused consent.",
        )}
      />
      <ul className="divide-y border-t">
        <RuleSwitch edit={edit} name="probabilistic" label={t("Probabilistic matching")} usual={true} />
        {(draft.probabilistic ?? true) ? (
          <>
            <RuleNumber
              edit={edit}
              name="probabilistic_hours"
              label={t("Window")}
              unit="hours"
              usual={6}
              hint={t("The score loses a quarter by the end of the window.")}
            />
            <RuleNumber
              edit={edit}
              name="probabilistic_floor"
              label={t("Minimum score")}
              unit="of 100"
              usual={50}
              hint={t("Below it, the install is organic. The simulator shows how a score is calculated.")}
            />
            <IosModeRow edit={edit} />
            <Parameters edit={edit} />
          </>
        ) : null}
      </ul>
    </Card>
  );
}

function IosModeRow({ edit: { draft, change, errors, disabled } }: { edit: RulesEdit }) {
  const mode = draft.probabilistic_ios ?? defaultMode;
  return (
    <SettingRow
      label={t("On iOS")}
      hint={fingerprintingNote}
      isChanged={mode !== defaultMode}
      disabled={disabled}
      onReset={() => change({ probabilistic_ios: undefined })}
    >
      <Field
        label={<span className="sr-only">{t("On iOS")}</span>}
        error={errors["settings.probabilistic_ios"]}
        className="w-72 max-w-full gap-1"
      >
        {(control) => (
          <Select
            {...control}
            value={mode}
            disabled={disabled}
            options={iosModeLabels}
            onValueChange={(next) => change({ probabilistic_ios: next === defaultMode ? undefined : next })}
          />
        )}
      </Field>
    </SettingRow>
  );
}

function Parameters({ edit: { draft, change, errors, disabled } }: { edit: RulesEdit }) {
  const names = draft.probabilistic_parameters;
  const [text, setText] = useState(names?.join(", ") ?? "");
  const [known, setKnown] = useState(names);
  if (names !== known) {
    // The change was discarded, or another member saved one.
    setKnown(names);
    setText(names?.join(", ") ?? "");
  }
  const error = Object.entries(errors).find(([path]) => path.startsWith("settings.probabilistic_parameters"));
  return (
    <SettingRow
      label={t("Parameters passed to the app")}
      hint={t(
        "A probabilistic match can be wrong, so only these link parameters reach the deeplink. Use * at the end as a wildcard.",
      )}
      isChanged={names !== undefined}
      disabled={disabled}
      onReset={() => change({ probabilistic_parameters: undefined })}
    >
      <Field
        label={<span className="sr-only">{t("Parameters passed to the app")}</span>}
        error={error?.[1]}
        className="w-72 max-w-full gap-1"
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            placeholder={defaultParameters.join(", ")}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              const list = event.target.value.split(/[\s,]+/).filter(Boolean);
              const next = list.length === 0 ? undefined : list;
              setKnown(next);
              change({ probabilistic_parameters: next });
            }}
          />
        )}
      </Field>
    </SettingRow>
  );
}
