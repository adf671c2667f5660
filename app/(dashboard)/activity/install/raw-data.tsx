import { CodeBlock } from "@/components/ui/code-block";
import { Disclosure } from "@/components/ui/disclosure";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";

/** The stored data of the install, unchanged. */
export function RawData({ page: { evidence, device, timeline } }: { page: InstallPage }) {
  const steps = timeline.flatMap(({ kind, at, detail }) =>
    Object.keys(detail).length > 0 ? [{ kind, at, ...detail }] : [],
  );
  const parts = [
    { title: t("Evidence of the decision"), data: evidence, isEmpty: Object.keys(evidence).length === 0 },
    { title: t("Timeline"), data: steps, isEmpty: steps.length === 0 },
    { title: t("Device"), data: device?.data, isEmpty: !device || Object.keys(device.data).length === 0 },
  ].filter(({ isEmpty }) => !isEmpty);
  if (parts.length === 0) return null;
  return (
    <Disclosure title={t("Raw data")} description={t("The stored evidence, steps and device, as JSON.")}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {parts.map(({ title, data }) => (
          <CodeBlock
            key={title}
            title={title}
            code={JSON.stringify(data, null, 2)}
            className="[&_pre]:max-h-80 [&_pre]:overflow-y-auto"
          />
        ))}
      </div>
    </Disclosure>
  );
}
