"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { at, get, withQuery } from "@/app/(dashboard)/shell/api";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { InputGroup } from "@/components/fields/input";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { When } from "@/components/ui/when";
import type { FoundInstalls } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";

type Outcome = { q: string } & ({ found: FoundInstalls } | { problem: string });

/** Finds the install of any ID. An ID in the address is searched immediately. */
export function ExplainBox({ find }: { find: string }) {
  const { id } = useProject();
  const router = useRouter();
  const [text, setText] = useState(find);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const explain = useCallback(
    async (q: string, replace: boolean) => {
      if (q === "") return;
      setBusy(true);
      try {
        const path = at("/projects/:project/installs/explain", { project: id });
        const found = await get(withQuery(path, { q }));
        const [only] = found.installs;
        if (!only || found.installs.length > 1) return setOutcome({ q, found });
        const page = `/p/${id}/installs/${only.id}`;
        // The Back button must not run the search again.
        replace ? router.replace(page) : router.push(page);
      } catch (error) {
        setOutcome({ q, problem: error instanceof Error ? error.message : String(error) });
      } finally {
        setBusy(false);
      }
    },
    [id, router],
  );

  useEffect(() => {
    if (find === "") return;
    setText(find);
    void explain(find, true);
  }, [find, explain]);

  return (
    <section aria-labelledby="explain-title" className="rounded-xl border bg-raised px-4 py-3.5">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void explain(text.trim(), false);
        }}
        className="flex flex-wrap items-end gap-x-3 gap-y-2"
      >
        <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
          <label id="explain-title" htmlFor="explain" className="font-medium text-sm">
            {t("Look up an install")}
          </label>
          <InputGroup
            id="explain"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t("Paste a device ID, user ID, install ID or click ID")}
            autoComplete="off"
            spellCheck={false}
            maxLength={256}
            before={<Search className="size-3.5" aria-hidden="true" />}
          />
        </div>
        <Button type="submit" variant="primary" loading={busy} className="h-8.5">
          {t("Explain")}
        </Button>
      </form>
      <div aria-live="polite">{outcome ? <Answer outcome={outcome} base={`/p/${id}/installs`} /> : null}</div>
    </section>
  );
}

function Answer({ outcome, base }: { outcome: Outcome; base: string }) {
  if ("problem" in outcome) return <p className="mt-3 text-danger text-sm">{outcome.problem}</p>;
  const { installs, text } = outcome.found;
  if (installs.length === 0)
    return (
      <p className="mt-3 text-muted text-sm">
        <span className="break-all font-mono text-ink text-xs">{outcome.q}</span> – {text}
      </p>
    );
  return (
    <div className="mt-3 grid gap-2 text-sm">
      <p className="text-muted">
        {rich("{installs} installs for <span>{q}</span>:", {
          installs: installs.length,
          q: outcome.q,
          span: (text) => <span className="break-all font-mono text-ink text-xs">{text}</span>,
        })}
      </p>
      <ul className="grid gap-1">
        {installs.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3">
            <IntentLink
              href={`${base}/${each.id}`}
              className="rounded-sm font-mono text-accent-strong text-xs underline underline-offset-2"
            >
              {shortId(each.id)}
            </IntentLink>
            <span className="text-muted">
              {rich("{platformName}, {when}, {name}, matched by {found_by}", {
                platformName: platformNames[each.platform],
                when: <When clock at={each.installed_at} />,
                name: each.campaign?.name ?? "organic",
                found_by: each.found_by,
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
