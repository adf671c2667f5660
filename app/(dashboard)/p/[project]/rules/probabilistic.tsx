import { useState } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LabelledSelect } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { applesRule, iosModeLabels } from "@/lib/attribution/ios-labels";
import type { Edit } from "./draft";
import { RuleNumber } from "./number-field";

const usualParameters = ["utm_*"];

/** Matches without any id: what they ask for, and what they hand on. */
export function Probabilistic({ edit }: { edit: Edit }) {
  const { draft, change, errors } = edit;
  const isOn = draft.probabilistic ?? true;
  return (
    <Card>
      <CardHeader
        title="Probabilistic matches"
        description="Without any id: the same address shortly before, no contradiction in system, version or model, and only where one campaign fits. Views never match this way, nor do listed addresses or users who refused consent."
        actions={
          <Switch
            aria-label="Probabilistic matches"
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
            hint="Time takes half of a score by its end."
          />
          <RuleNumber
            edit={edit}
            name="probabilistic_floor"
            label="Lowest score"
            unit="of 100"
            usual={50}
            hint="Below it the install is organic. The simulator shows what a score is made of."
          />
          <LabelledSelect
            label="On iOS"
            hint={applesRule}
            error={errors["settings.probabilistic_ios"]}
            value={draft.probabilistic_ios ?? "unless_denied"}
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
    // Discarded, or changed by somebody else.
    setKnown(names);
    setText(names?.join(", ") ?? "");
  }
  const error = Object.entries(errors).find(([path]) => path.startsWith("settings.probabilistic_parameters"));
  return (
    <Field
      label="Parameters handed to the app"
      hint="The match may be a stranger: of the followed link’s parameters only these reach the deeplink. * at the end stands for anything."
      error={error?.[1]}
    >
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          spellCheck={false}
          placeholder={usualParameters.join(", ")}
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
