"use client";

import Link from "next/link";
import { Mark } from "@/components/mark";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 px-6 text-center">
      <title>{t("Cairn")}</title>
      <Mark className="mb-3 size-8 text-line-strong" />
      <h1 className="font-semibold text-xl">{t("No cairn on this path")}</h1>
      <p className="max-w-sm text-balance text-muted text-sm">
        {t("This page doesn't exist, or belongs to a project you can't access.")}
      </p>
      <Button asChild variant="primary" className="mt-4">
        <Link href="/">{t("Back to the start")}</Link>
      </Button>
    </main>
  );
}
