import { FieldsList } from "@/app/docs/fields-list";
import { Marked } from "@/app/docs/marked";
import { Method } from "@/app/docs/method";
import type { Operation as Described } from "@/app/docs/reference";
import { Refusals } from "@/app/docs/refusals";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";

/** An endpoint: what it is for, what it takes, what it answers, and a call to copy. */
export function Operation({ operation }: { operation: Described }) {
  const { id, method, alsoMethods, path, summary, description, sent, samples, answers, refusals } = operation;
  return (
    <section aria-labelledby={`${id}-name`} className="grid gap-x-10 gap-y-5 border-t py-8 xl:grid-cols-2">
      <div className="min-w-0">
        <h4 id={id} className="scroll-mt-20 font-semibold text-ink text-lg tracking-tight">
          <a id={`${id}-name`} href={`#${id}`} className="rounded-sm hover:underline">
            {summary}
          </a>
        </h4>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Method name={method} />
          <code className="wrap-anywhere font-mono text-muted text-xs">{path}</code>
          {alsoMethods.length > 0 ? (
            <span className="text-muted text-xs">or {alsoMethods.join(", ")}</span>
          ) : null}
        </p>
        {description ? (
          <p className="mt-3 max-w-prose text-pretty text-muted text-sm leading-relaxed">
            <Marked text={description} />
          </p>
        ) : null}
        {sent.map(({ place: location, fields }) => (
          <div key={location} className="mt-5">
            <h5 className="border-b pb-1.5 font-medium text-ink text-sm">{location}</h5>
            <FieldsList fields={fields} />
          </div>
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-4 xl:sticky xl:top-20 xl:self-start">
        <CodeBlock samples={samples} />
        {answers.map(({ status, text, type }) => (
          <div key={status} className="grid gap-2">
            <p className="flex flex-wrap items-baseline gap-2 text-muted text-sm">
              <Badge tone="success">{status}</Badge>
              <span className="min-w-0 flex-1">
                <Marked text={text} />
              </span>
            </p>
            {type ? (
              <CodeBlock title="Answer" code={type} className="[&_pre]:max-h-96 [&_pre]:overflow-y-auto" />
            ) : null}
          </div>
        ))}
        {refusals.length > 0 ? (
          <div>
            <h5 className="font-medium text-ink text-sm">Errors</h5>
            <Refusals refusals={refusals} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
