import { Marked } from "@/app/docs/marked";
import type { Field } from "@/app/docs/reference";
import { Badge } from "@/components/ui/badge";

/** The request fields, one after the other; fields of an object stand beneath it. */
export function FieldsList({ fields, within }: { fields: Field[]; within?: string }) {
  return (
    <ul className={within ? "mt-2 border-l pl-4" : "divide-y"}>
      {fields.map((field) => (
        <li key={field.name} className={within ? "py-1.5" : "py-3"}>
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <code className="wrap-anywhere font-medium font-mono text-ink text-sm">{field.name}</code>
            <span className="text-muted text-xs">{field.kind}</span>
            {field.isRequired ? <Badge tone="accent">required</Badge> : null}
            {field.fallback === null ? null : (
              <span className="text-muted text-xs">
                default <code className="font-mono text-ink">{field.fallback}</code>
              </span>
            )}
          </p>
          <p className="mt-0.5 max-w-prose text-pretty text-muted text-sm">
            <Marked text={field.description} />
          </p>
          {field.choices.length > 0 ? (
            <p className="mt-1 flex flex-wrap gap-1 text-xs">
              <span className="text-muted">One of</span>
              {field.choices.map((choice) => (
                <code key={choice} className="rounded-sm bg-sunken px-1 font-mono text-ink">
                  {choice}
                </code>
              ))}
            </p>
          ) : null}
          {field.fields.length > 0 ? <FieldsList fields={field.fields} within={field.name} /> : null}
        </li>
      ))}
    </ul>
  );
}
