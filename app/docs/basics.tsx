import type { ReactNode } from "react";
import { Marked } from "@/app/docs/marked";
import { CodeBlock } from "@/components/ui/code-block";
import { limitGroups, limitMeanings, limitsFrom } from "@/lib/accounts/access/limits";
import { env } from "@/lib/base/env";

const limits = limitsFrom([]);

/** What holds for every call: the address, credentials, the envelope, limits. */
export function Basics() {
  return (
    <div className="grid max-w-3xl gap-8 pb-10">
      <Topic id="base-url" title="Base URL">
        <CodeBlock title="This server" code={env.APP_URL} />
        <Text text="Apps may also call any domain of the project that points to this server." />
      </Topic>
      <Topic id="authentication" title="Authentication">
        <Text text="**Apps** call `/api/client` and send the project's `token` in the JSON body. The token is public: it only lets an app send data and read the attribution of its own install. Projects can also require signed calls." />
        <Text
          text={`**Servers** call \`/api/v1\` with a server key in the \`${env.SERVER_KEY_HEADERS[0]}\` header. Keep server keys out of apps and web pages.`}
        />
        <Text text="Find both in the dashboard under Developers." />
      </Topic>
      <Topic id="answers" title="Answers">
        <Text text="Requests and responses are JSON. Most responses have the same envelope; `status` repeats the HTTP status and `msg` describes the result in a sentence. Errors have it, too." />
        <CodeBlock
          title="Envelope"
          code={`{\n  "msg": "Campaign not found!",\n  "status": 404,\n  "data": null\n}`}
        />
        <Text text="A missing or malformed field gets a 400. The `Cairn-Error` header of every error has its code, listed on the page Errors. Unknown fields are ignored, and in calls of apps so are `null` and empty text. Each answer has an `x-request-id` header to quote when you ask for help. After a 500 or 503, or without an answer, wait a moment and send the same call again: calls of apps are safe to repeat." />
      </Topic>
      <Topic id="rate-limits" title="Rate limits">
        <Text text="Calls over a limit get a 429 with a `Retry-After` header. These are the defaults; a project or server may have its own." />
        <ul className="divide-y rounded-lg border text-sm">
          {limitGroups.map((group) => (
            <li key={group} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-3.5 py-2">
              <span>{limitMeanings[group]}</span>
              <span className="text-muted tabular-nums">{rate(limits[group])}</span>
            </li>
          ))}
        </ul>
      </Topic>
    </div>
  );
}

function rate(limit: { count: number; windowMs: number } | null) {
  if (limit === null) return "no limit";
  return `${limit.count} per ${limit.windowMs === 1_000 ? "second" : "minute"}`;
}

export function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="scroll-mt-20 font-semibold text-ink text-lg tracking-tight">
        <a href={`#${id}`} className="rounded-sm hover:underline">
          {title}
        </a>
      </h3>
      {children}
    </section>
  );
}

export function Text({ text }: { text: string }) {
  return (
    <p className="max-w-prose text-pretty text-muted text-sm leading-relaxed">
      <Marked text={text} />
    </p>
  );
}
