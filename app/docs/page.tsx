import type { Metadata } from "next";
import Link from "next/link";
import { Reference } from "@/app/docs/reference";
import { Mark } from "@/components/mark";
import { ThemeToggle } from "@/components/theme-toggle";

export const metadata: Metadata = { title: "API reference · Cairn" };

/** The reference is generated from the routes, by the server that it describes. */
export default function DocsPage() {
  return (
    <div className="min-h-dvh bg-surface">
      <header className="sticky top-0 z-10 flex h-13 items-center justify-between border-line border-b bg-surface/90 px-4 backdrop-blur sm:px-6">
        <Link href="/" className="flex items-center gap-2 font-semibold text-ink text-sm">
          <Mark className="size-5" />
          Cairn
          <span className="font-normal text-muted">API reference</span>
        </Link>
        <div className="flex items-center gap-3">
          <a
            href="/api/openapi.json"
            className="text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
          >
            OpenAPI document
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-4 py-8 sm:px-6">
        <h1 className="font-semibold text-2xl text-ink tracking-tight">API reference</h1>
        <p className="mt-2 max-w-2xl text-muted text-sm leading-relaxed">
          Servers call <code>/api/v1</code> with a server key in the <code>service-key</code> header. Apps
          call <code>/api/client</code> with the project token in the body. Keys and tokens are among a
          project's screens, under Developers. “Try it out” calls this very server.
        </p>
        <Reference />
      </main>
    </div>
  );
}
