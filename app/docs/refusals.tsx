import { Marked } from "@/app/docs/marked";
import type { Refusal } from "@/app/docs/reference";

/** Each refusal's status with the sentences that `msg` may hold. */
export function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <dl className="divide-y">
      {refusals.map(({ status, sentences }) => (
        <div key={status} className="flex gap-4 py-2">
          <dt className="w-8 shrink-0 font-medium font-mono text-danger text-sm">{status}</dt>
          <dd className="min-w-0 flex-1 text-muted text-sm">
            {sentences.map((sentence) => (
              <p key={sentence} className="wrap-anywhere text-pretty">
                <Marked text={sentence} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
