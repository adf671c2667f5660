import { FlaskConical } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, at, child, get, mutate } from "@/app/(dashboard)/shell/api";
import { ChangeBar } from "@/app/(dashboard)/shell/change-bar";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { saveOrMerge } from "@/app/(dashboard)/shell/merge";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useConflicts } from "@/app/(dashboard)/shell/use-conflicts";
import { Select } from "@/components/fields/select";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { attributionSettingText, settingName } from "@/lib/attribution/rule-sets/describe";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { draftByPath, draftChanges, draftFromPaths, type RulesDraft } from "./draft";

const conflictTexts = {
  label: (path: string) => settingName(path.split("\n")),
  text: (path: string, value: unknown) => attributionSettingText(path.split("\n"), value),
};

const spans = ["7", "14", "30", "90"] as const;

/** A change can be replayed on past installs first, or applied to all new decisions. */
export function RulesBar({
  settings,
  base,
  failure,
  onFailure,
  onDiscard,
  onSaved,
}: {
  settings: RulesDraft;
  /** The rules before the changes. */
  base: { settings: RulesDraft; name: string };
  failure: Error | null;
  onFailure: (failure: Error | null) => void;
  onDiscard: () => void;
  /** Called with the rules in force after the save. */
  onSaved: (settings: RulesDraft) => void;
}) {
  const project = useProject();
  const router = useRouter();
  const refresh = useRefresh();
  const reason = useMissingRoleText("rules.write");
  const [days, setDays] = useState<(typeof spans)[number]>("30");
  const path = at("/projects/:project/rules", { project: project.id });
  const { resolve: chooseValues, dialog } = useConflicts(conflictTexts);
  const withFailure = async <T,>(work: () => Promise<T>): Promise<T> => {
    onFailure(null);
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Error) onFailure(cause);
      throw cause;
    }
  };
  const trial = useAction(() =>
    withFailure(async () => {
      const to = dayIn(project.time_zone, new Date());
      const from = addDays(to, 1 - Number(days));
      const { id } = await mutate("POST", child(path, "/replays"), { settings, from, to });
      router.push(`/p/${project.id}/attribution/what-if/${id}`);
    }),
  );
  const save = useAction(
    () =>
      withFailure(async () => {
        const changed = await saveOrMerge({
          base: { values: draftByPath(base.settings), seen: base.name },
          ours: draftChanges(base.settings, settings),
          send: (changes, { values, seen }) =>
            mutate("PUT", path, { settings: draftFromPaths({ ...values, ...changes }), seen }),
          read: async () => {
            const now = await get(path);
            return { values: draftByPath(now.settings as RulesDraft), seen: now.name };
          },
          resolve: chooseValues,
        });
        await refresh(path);
        // A default setting is not a change, and another member may have changed more.
        onSaved((await get(path)).settings as RulesDraft);
        return changed;
      }),
    {
      done: (changed) =>
        changed ? t("These rules now apply to new installs") : t("Conflicting rule changes were kept"),
    },
  );
  const elsewhere = failure && !(failure instanceof ApiError && Object.keys(failure.fields).length > 0);
  return (
    <ChangeBar
      note={
        elsewhere
          ? failure.message
          : failure
            ? t("Fix the errors above first.")
            : t("Test on past data first.")
      }
      onDiscard={onDiscard}
    >
      <GatedButton reason={reason} loading={save.isPending} onClick={() => save.mutate()}>
        {t("Apply from now on")}
      </GatedButton>
      <Select
        aria-label={t("Test period")}
        className="h-8 w-34"
        value={days}
        options={spans.map((value) => ({ value, label: t("Last {value} days", { value }) }))}
        onValueChange={setDays}
      />
      <Button variant="primary" loading={trial.isPending} onClick={() => trial.mutate()}>
        <FlaskConical />
        {t("Run test")}
      </Button>
      {dialog}
    </ChangeBar>
  );
}
