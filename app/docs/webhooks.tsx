import { Text, Topic } from "@/app/docs/basics";
import { Marked } from "@/app/docs/marked";
import { CodeBlock } from "@/components/ui/code-block";
import { reportType, webhookTypes } from "@/lib/outbound/kinds/webhook/events";

const message = `{
  "type": "install.attributed",
  "timestamp": "2026-06-01T09:30:00.000Z",
  "data": { "id": "…", "uid": "install:…", "user_id": "42", "decision": { "version": 1, … } }
}`;

/** The calls that Cairn makes to a customer's server. */
export function Webhooks() {
  return (
    <div className="grid max-w-3xl gap-8 pb-4">
      <Topic id="webhook-messages" title="Messages">
        <Text text="Connect a webhook under Destinations. Each message is a `POST` with a JSON body; respond with 2xx within ten seconds. After a timeout, 408, 425, 429 or 5xx, Cairn retries for about three days. Any other status ends the delivery, and 410 pauses the webhook." />
        <CodeBlock title="Message" code={message} />
        <Text text="Webhooks are signed with Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The ID stays the same for all attempts. Webhooks can arrive in any order; `data.decision.version` shows which decision is newer." />
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
