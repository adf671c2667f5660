import { useRef, useState } from "react";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { Textarea } from "@/components/fields/textarea";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { verdictNames } from "@/lib/apple/postbacks/postback";
import {
  type ImportedPostbacks,
  type importOutcomes,
  maxImportBytes,
} from "@/lib/apple/postbacks/setup-schema";
import { inSentence, t } from "@/lib/base/languages/texts";

const outcomes: Record<(typeof importOutcomes)[number], string> = {
  stored: t("Imported"),
  duplicate: t("Here already"),
  conflict: t("Stored next to another copy"),
  refused: t("Refused"),
};

/** Postbacks from a proxy's log or another recipient, verified like incoming ones. */
export function ImportCard() {
  const project = useProject().id;
  const reason = useMissingRoleText("conversions.write");
  const refresh = useRefresh();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<ImportedPostbacks | null>(null);
  const all = at("/projects/:project/apple-postbacks", { project });
  const store = useAction(async () => {
    setProblem(undefined);
    try {
      setDone(await mutate("POST", at("/projects/:project/apple-postbacks/import", { project }), { text }));
    } catch (error) {
      if (error instanceof ApiError && error.fields?.text) setProblem(error.fields.text);
      throw error;
    }
    setText("");
    await refresh(all);
  });
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > maxImportBytes) setProblem(t("The file is larger than 4 MB. Split it."));
    else setText(await chosen.text());
  };
  return (
    <Card>
      <CardHeader
        title={t("Import postbacks")}
        description={t("From a proxy's log or another tool's export. They are verified like received ones.")}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <Field
          label={t("Postbacks as JSON")}
          hint={t(
            'One per line, or a list. To set the time of arrival: {"received_at": "2026-06-01T09:30:00Z", "postback": {…}}',
          )}
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              value={text}
              rows={5}
              disabled={Boolean(reason)}
              className="font-mono text-xs"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div aria-live="polite">{done ? <Answered lines={done.lines} /> : null}</div>
      </CardBody>
      <CardFooter>
        <input
          ref={file}
          type="file"
          accept=".json,.ndjson,.jsonl,.txt,application/json"
          aria-label={t("File of postbacks")}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button disabled={Boolean(reason)} onClick={() => file.current?.click()}>
          {t("Choose file")}
        </Button>
        <GatedButton
          reason={reason ?? (text.trim() === "" ? t("Paste postbacks, or choose a file") : undefined)}
          variant="primary"
          disabled={store.isPending}
          onClick={() => store.mutate()}
        >
          {store.isPending ? t("Importing…") : t("Import")}
        </GatedButton>
      </CardFooter>
    </Card>
  );
}

const maxLines = 200;

function Answered({ lines }: ImportedPostbacks) {
  const counts = [...Map.groupBy(lines, ({ outcome }) => outcome)].map(
    ([outcome, some]) => `${outcomes[outcome]}: ${numberText(some.length)}`,
  );
  // Successful lines are not listed.
  const problems = lines.filter(({ outcome, verdict }) => outcome !== "stored" || verdict !== "verified");
  return (
    <section aria-label={t("Outcome")} className="rounded-lg border">
      <p className="px-4 py-3 font-medium text-sm">{counts.join(" · ")}</p>
      {problems.length > 0 ? (
        <ul className="max-h-64 divide-y overflow-y-auto border-t">
          {problems.slice(0, maxLines).map(({ line, outcome, verdict, why }) => (
            <li key={line} className="flex gap-3 px-4 py-2 text-sm">
              <span className="num w-14 shrink-0 text-muted">
                {t("Line {line}", { line: numberText(line) })}
              </span>
              <span>
                {outcomes[outcome]}
                {verdict && verdict !== "verified" ? `, ${inSentence(verdictNames[verdict])}` : ""}
                {why ? <span className="text-muted">. {why}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
