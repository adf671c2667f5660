import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { When } from "@/components/ui/when";
import type { AttentionItem } from "@/lib/activity/attention/schema";
import { attentionText } from "./attention-text";

/** Problems that make figures incomplete or wrong, each with a link to its remedy. */
export function NeedsAttention({ items }: { items: AttentionItem[] }) {
  const { id } = useProject();
  if (items.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <Alert tone="warning" title="Needs attention">
        <ul className="mt-1 grid gap-1.5">
          {items.map((item) => {
            const { sentence, link, path, since } = attentionText(item);
            return (
              <li key={item.kind} className="wrap-anywhere">
                {sentence}
                {item.since && since ? (
                  <>
                    {" "}
                    {since} <When at={item.since} />.
                  </>
                ) : null}{" "}
                <IntentLink
                  href={`/p/${id}/${path}`}
                  className="whitespace-nowrap font-medium text-ink underline underline-offset-4"
                >
                  {link}
                </IntentLink>
              </li>
            );
          })}
        </ul>
      </Alert>
    </section>
  );
}
