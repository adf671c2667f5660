"use client";

import { CopyButton } from "@/components/copy-button";
import { Alert } from "@/components/ui/alert";
import type { Domain } from "../../../../contract";

type DnsRecord = Domain["records"][number];

const purposes: Record<DnsRecord["purpose"], string> = {
  route: "Brings visitors here, and proves the domain by itself.",
  proof: "Proves it where visitors come through a proxy.",
};

/** What DNS answered in the place of a record when it was last asked. */
function found(domain: Domain, type: DnsRecord["type"]): string[] {
  const seen = domain.check_result;
  if (!seen) return [];
  if (type === "TXT") return seen.txt;
  return type === "CNAME" ? seen.cname : seen.addresses;
}

/** What to enter with the DNS provider, ready to be copied, and what the last look found in its place. */
export function DnsRecords({ domain }: { domain: Domain }) {
  const records = [...domain.records].sort((a, b) => b.purpose.localeCompare(a.purpose));
  return (
    <div className="border-t">
      <p className="px-5 pt-3.5 text-muted text-sm">
        {domain.verified
          ? "Keep one of these records where it is."
          : "Enter one of these records with your DNS provider. It can take an hour until it is seen everywhere."}
      </p>
      {records.some(({ value }) => value === "localhost") ? (
        <Alert tone="warning" title="This server has no public name yet" className="mx-5 mt-3.5">
          Visitors cannot be sent to localhost. Start the server with APP_URL set to the address it is reached
          by; the records name it then.
        </Alert>
      ) : null}
      <ul className="grid gap-3 p-5 pt-3.5">
        {records.map(({ type, purpose, name, value }) => (
          <li key={type} className="overflow-hidden rounded-lg border">
            <p className="flex flex-wrap items-baseline gap-x-3 border-b bg-sunken px-3 py-2 text-muted text-xs">
              <span className="font-medium font-mono text-ink">{type}</span>
              {purposes[purpose]}
            </p>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-3 py-1 text-sm">
              <dt className="text-muted">Name</dt>
              <Value text={name} label={`Copy the name of the ${type} record`} />
              <dt className="text-muted">Value</dt>
              <Value text={value} label={`Copy the value of the ${type} record`} />
            </dl>
            <Found values={domain.verified ? [] : found(domain, type)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Found({ values }: { values: string[] }) {
  if (values.length === 0) return null;
  return (
    <p className="border-t bg-warning-soft px-3 py-2 text-warning text-xs">
      Found instead: <span className="break-all font-mono">{values.join(", ")}</span>
    </p>
  );
}

function Value({ text, label }: { text: string; label: string }) {
  return (
    <dd className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{text}</code>
      <CopyButton value={text} label={label} />
    </dd>
  );
}
