import { useState } from "react";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { LabelledSelect } from "@/components/fields/select";
import { Switch } from "@/components/fields/switch";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { applesRule, iosModeLabels } from "@/lib/attribution/rule-sets/ios-labels";
import type { Edit } from "./draft";
import { RuleNumber } from "./number-field";

const defaultParameters = ["utm_*"];

/** Probabilistic matches: their requirements, and the data they pass on. */
export function Probabilistic({ edit }: { edit: Edit }) {
  const { draft, change, errors } = edit;
  const isOn = draft.probabilistic ?? true;
  return (
    <Card>
      <CardHeader
        title="Probabilistic matching"
        description="Without any ID: same IP shortly before, no conflict in OS, version or model, and only if a single campaign matches. Never used for views, listed IPs or users who refused consent."
        actions={
          <Switch
            aria-label="Probabilistic matching"
            checked={isOn}
            onCheckedChange={(probabilistic) => change({ probabilistic })}
          />
        }
      />
      {isOn ? (
        <CardBody className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">
          <RuleNumber
            edit={edit}
            name="probabilistic_hours"
            label="Window"
            unit="hours"
            usual={6}
            hint="The score loses a quarter by the end of the window."
          />
          <RuleNumber
            edit={edit}
            name="probabilistic_floor"
            label="Minimum score"
            unit="out of 100"
            usual={50}
            hint="Below it, the install is organic. The simulator shows how a score is calculated."
          />
          <LabelledSelect
            label="On iOS"
            hint={applesRule}
            error={errors["settings.probabilistic_ios"]}
            value={draft.probabilistic_ios ?? "own_links"}
            options={iosModeLabels}
            onValueChange={(probabilistic_ios) => change({ probabilistic_ios })}
          />
          <Parameters edit={edit} />
        </CardBody>
      ) : null}
    </Card>
  );
}

function Parameters({ edit: { draft, change, errors } }: { edit: Edit }) {
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
    <Field
      label="Parameters passed to the app"
      hint="A probabilistic match can be wrong, so only these link parameters reach the deeplink. Use * at the end as a wildcard."
      error={error?.[1]}
    >
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
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
  );
}
