"use client";

import { useEffect } from "react";
import { Mark } from "@/components/mark";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => console.error(error), [error]);
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 px-6 text-center">
      <Mark className="mb-3 size-8 text-line-strong" />
      <h1 className="font-semibold text-xl">{t("Something went wrong")}</h1>
      <p className="max-w-sm text-balance text-muted text-sm">
        {t("This page couldn't be displayed. Saved data isn't affected.")}
        {error.digest ? (
          <>
            {" "}
            {rich("Reference in the server's log: <code>{digest}</code>.", {
              digest: error.digest,
              code: (text) => <code className="font-mono text-ink">{text}</code>,
            })}
          </>
        ) : null}
      </p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={reset}>
          {t("Try again")}
        </Button>
        <Button asChild>
          <a href="/">{t("Back to the start")}</a>
        </Button>
      </div>
    </div>
  );
}
