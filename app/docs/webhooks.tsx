import { Text, Topic } from "@/app/docs/basics";
import { Marked } from "@/app/docs/marked";
import { CodeBlock } from "@/components/code-block";
import { reportType, webhookTypes } from "@/lib/outbound/kinds/webhook-events";

const message = `{
  "type": "install.attributed",
  "timestamp": "2026-06-01T09:30:00.000Z",
  "data": { "id": "…", "uid": "install:…", "user_id": "42", "decision": { "version": 1, … } }
}`;

/** What Cairn calls, not what it answers: servers that are called have to know it all the same. */
export function Webhooks() {
  return (
    <div className="grid max-w-3xl gap-8 pb-4">
      <Topic id="webhook-messages" title="Messages">
        <Text text="Connect a webhook under Destinations to be told of what happens. Each message is a `POST` with a JSON body; answer with 2xx within ten seconds. Where nobody answers, and after 408, 425, 429 or 5xx, it comes again for about three days; any other answer ends it, and 410 pauses the webhook." />
        <CodeBlock title="Message" code={message} />
        <Text text="Messages are signed as Standard Webhooks says, in `webhook-id`, `webhook-timestamp` and `webhook-signature`. The id stays the same when a message comes again; the order is not promised, but `data.decision.version` tells which decision is newer." />
      </Topic>
      <Topic id="webhook-types" title="Types">
        <ul className="divide-y">
          {[...webhookTypes, reportType].map(({ type, meaning }) => (
            <li key={type} className="py-2.5">
              <code className="font-medium font-mono text-sm">{type}</code>
              <p className="mt-0.5 max-w-prose text-pretty text-muted text-sm">
                <Marked text={meaning} />
              </p>
            </li>
          ))}
        </ul>
      </Topic>
    </div>
  );
}
