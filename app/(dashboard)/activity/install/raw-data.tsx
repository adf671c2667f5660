import { CodeBlock } from "@/components/ui/code-block";

/** The stored data, unchanged. */
export function RawData({ of, data }: { of: string; data: unknown }) {
  return (
    <details className="grid min-w-0 text-xs">
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted hover:text-ink">
        Show raw data <span className="sr-only">of {of}</span>
      </summary>
      <CodeBlock
        code={JSON.stringify(data, null, 2)}
        className="mt-1.5 [&_pre]:max-h-80 [&_pre]:overflow-y-auto"
      />
    </details>
  );
}
