import { Text, Topic } from "@/app/docs/basics";
import { Marked } from "@/app/docs/marked";
import { CodeBlock } from "@/components/ui/code-block";
import { linkParameters } from "@/lib/traffic/links/parameters";

/** Links are followed by people, not called by programs, but what they carry is part of the interface all the same. */
export function TrackingLinks() {
  return (
    <div className="grid max-w-3xl gap-8 pb-4">
      <Topic id="tracking-links" title="Click links">
        <Text text="Each campaign has a link on the project's domain. It records the click and redirects by platform: to the app, the store or a website. These forms are the same:" />
        <CodeBlock
          title="Click"
          code={"https://links.example.com/summer-sale\nhttps://links.example.com/?c=summer-sale"}
        />
      </Topic>
      <Topic id="view-links" title="View links">
        <Text text="For view-through attribution, let the network load this pixel when an ad is shown. It accepts the same parameters and counts as a view, never as a click." />
        <CodeBlock title="View" code="https://links.example.com/i/summer-sale" />
      </Topic>
      <Topic id="link-parameters" title="Parameters">
        <Text text="Networks replace their macros, such as `{adgroupid}`; the campaign page has a ready-made link for each network. Unreplaced macros are ignored. Other parameters are stored with the click." />
        <ul className="divide-y">
          {linkParameters.map(({ name, meaning, alsoNamed }) => (
            <li key={name} className="py-2.5">
              <code className="font-medium font-mono text-sm">{name}</code>
              <p className="mt-0.5 max-w-prose text-pretty text-muted text-sm">
                <Marked text={meaning} />
              </p>
              {alsoNamed.length > 0 ? (
                <p className="mt-0.5 text-muted text-xs">
                  Also <Marked text={alsoNamed.map((each) => `\`${each}\``).join(", ")} />
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      </Topic>
    </div>
  );
}
