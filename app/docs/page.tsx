import type { Metadata } from "next";
import Link from "next/link";
import { endpoints } from "@/app/api/endpoints";
import { referenceOf } from "@/app/api/openapi.json/reference";
import { Basics } from "@/app/docs/basics";
import { type Chapter, Contents } from "@/app/docs/contents";
import { FieldsList } from "@/app/docs/fields-list";
import { Operation } from "@/app/docs/operation";
import { type Field, type OpenDocument, type Part, readReference } from "@/app/docs/reference";
import { Refusals } from "@/app/docs/refusals";
import { TrackingLinks } from "@/app/docs/tracking-links";
import { Webhooks } from "@/app/docs/webhooks";
import { Mark } from "@/components/mark";
import { ThemeToggle } from "@/components/ui/theme-toggle";

export const metadata: Metadata = { title: "API reference · Cairn" };

// The declarations don't change while the server runs.
const parts = readReference(referenceOf(endpoints) as OpenDocument);

const namesIn = (fields: Field[]): string[] =>
  fields.flatMap(({ name, fields: inner }) => [name, ...namesIn(inner)]);

const topic = (id: string, label: string) => ({ id, label, words: "" });

const chapters: Chapter[] = [
  {
    name: "Basics",
    lines: [
      topic("base-url", "Base URL"),
      topic("authentication", "Authentication"),
      topic("answers", "Answers"),
      topic("rate-limits", "Rate limits"),
    ],
  },
  ...parts.slice(0, -1).flatMap(chaptersOf),
  {
    name: "Links",
    lines: [
      topic("tracking-links", "Click links"),
      topic("view-links", "View links"),
      topic("link-parameters", "Parameters"),
    ],
  },
  {
    name: "Webhooks",
    lines: [topic("webhook-messages", "Messages"), topic("webhook-types", "Types")],
  },
  ...parts.slice(-1).flatMap(chaptersOf),
];

function chaptersOf({ name, groups }: Part): Chapter[] {
  return groups.map((group) => ({
    name: `${name}: ${group.name.toLowerCase()}`,
    lines: group.operations.map(({ id, method, path, summary, sent }) => ({
      id,
      label: summary,
      title: `${method} ${path}`,
      words: [method, path, ...sent.flatMap(({ fields }) => namesIn(fields))].join(" "),
    })),
  }));
}

/** Drawn by the server that it describes, from the declarations that answer the calls. */
export default function DocsPage() {
  return (
    <div className="min-h-dvh bg-surface">
      <header className="sticky top-0 z-20 flex h-13 items-center justify-between border-b bg-surface/90 px-4 backdrop-blur sm:px-6">
        <Link href="/" className="flex items-center gap-2 font-semibold text-ink text-sm">
          <Mark className="size-5" />
          Cairn
          <span className="font-normal text-muted max-sm:sr-only">API reference</span>
        </Link>
        <div className="flex items-center gap-3">
          <a
            href="/api/openapi.json"
            className="rounded-sm text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
          >
            OpenAPI document
          </a>
          <ThemeToggle />
        </div>
      </header>
      <div className="mx-auto max-w-[92rem] px-4 sm:px-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <div className="pt-4 lg:pt-0">
          <Contents chapters={chapters} />
        </div>
        <main className="min-w-0 pt-6 pb-24 lg:pt-8">
          <h1 className="font-semibold text-2xl text-ink tracking-tight">API reference</h1>
          <p className="mt-2 mb-8 max-w-2xl text-muted text-sm leading-relaxed">
            Everything apps and servers can send to Cairn and read from it.
          </p>
          <h2 className="sr-only">Basics</h2>
          <Basics />
          {parts.slice(0, -1).map((part) => (
            <Chapters key={part.id} part={part} />
          ))}
          <h2 id="links" className={partTitle}>
            Links
          </h2>
          <TrackingLinks />
          <h2 id="webhooks" className={partTitle}>
            Webhooks
          </h2>
          <Webhooks />
          {parts.slice(-1).map((part) => (
            <Chapters key={part.id} part={part} />
          ))}
        </main>
      </div>
    </div>
  );
}

const partTitle = "scroll-mt-20 border-t pt-10 pb-6 font-semibold text-ink text-xl tracking-tight";

function Chapters({ part: { id, name, groups, shared, headers } }: { part: Part }) {
  return (
    <>
      <h2 id={id} className={partTitle}>
        {name}
      </h2>
      {shared.length > 0 ? (
        <div className="max-w-3xl pb-8">
          <h3 className="font-medium text-ink text-sm">Errors of every call below</h3>
          <Refusals refusals={shared} />
        </div>
      ) : null}
      {headers.length > 0 ? (
        <div className="max-w-3xl pb-8">
          <h3 id={`${id}-headers`} className="scroll-mt-20 font-medium text-ink text-sm">
            Headers of signed calls
          </h3>
          <FieldsList fields={headers} />
        </div>
      ) : null}
      {groups.map((group) => (
        <div key={group.id}>
          <h3 id={group.id} className="scroll-mt-20 pt-4 font-semibold text-ink text-lg tracking-tight">
            {group.name}
          </h3>
          <p className="mt-1 mb-6 max-w-prose text-muted text-sm">{group.description}</p>
          {group.operations.map((operation) => (
            <Operation key={operation.id} operation={operation} />
          ))}
        </div>
      ))}
    </>
  );
}
