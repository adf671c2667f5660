"use client";

import { CopyButton } from "@/components/copy-button";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
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
      <div className="overflow-x-auto">
        <Table>
          <caption className="px-5 py-3 text-left text-muted text-sm">
            {domain.verified
              ? "Keep one of these records where it is."
              : "Enter one of these records with your DNS provider. It can take an hour until it is seen everywhere."}
          </caption>
          <thead>
            <tr>
              <TableHead className="border-t">Type</TableHead>
              <TableHead className="border-t">Name</TableHead>
              <TableHead className="border-t">Value</TableHead>
            </tr>
          </thead>
          <tbody>
            {records.map(({ type, purpose, name, value }) => (
              <TableRow key={type}>
                <TableCell className="py-2 align-top">
                  <span className="font-medium font-mono text-xs">{type}</span>
                  <p className="mt-0.5 w-36 text-faint text-xs">{purposes[purpose]}</p>
                </TableCell>
                <TableCell className="py-2 align-top">
                  <Value text={name} label={`Copy the name of the ${type} record`} />
                </TableCell>
                <TableCell className="py-2 align-top">
                  <Value text={value} label={`Copy the value of the ${type} record`} />
                  <Found values={domain.verified ? [] : found(domain, type)} />
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

function Found({ values }: { values: string[] }) {
  if (values.length === 0) return null;
  return (
    <p className="text-warning text-xs">
      Found instead: <span className="break-all font-mono">{values.join(", ")}</span>
    </p>
  );
}

function Value({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-40 break-all py-1 font-mono text-xs">{text}</code>
      <CopyButton value={text} label={label} />
    </span>
  );
}
