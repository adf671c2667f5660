"use client";

import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import type { DnsRecord, Domain } from "@/lib/projects/domains/schema";

const purposes: Record<DnsRecord["purpose"], string> = {
  proof: t("Proves that you own the domain. Cairn serves the domain only after this."),
  route: t("Points the domain to this server."),
};

function found(domain: Domain, type: DnsRecord["type"]): string[] {
  const seen = domain.check_result;
  if (!seen) return [];
  if (type === "TXT") return seen.txt;
  return type === "CNAME" ? seen.cname : seen.addresses;
}

/** Null if the record has not been checked yet. */
function isThere(domain: Domain, { purpose, value }: DnsRecord): boolean | null {
  const seen = domain.check_result;
  if (!seen) return null;
  return purpose === "proof" ? seen.txt.includes(value) || seen.by === "cname" : (seen.routed ?? null);
}

function whatToDo({ verified, proved_by, wants_primary }: Domain, isLocal: boolean): string {
  if (!verified) {
    const then = wants_primary ? t(" Once verified, it becomes the primary domain.") : "";
    return t(
      "Add {if_local, select, yes {this record} other {both records}} at your DNS provider. Cairn checks automatically, every minute at first; DNS changes can take an hour.{then}",
      { if_local: isLocal ? "yes" : "no", then },
    );
  }
  if (proved_by === "operator")
    return t(
      "Added by the server's operator, so it needs no verification. This record points the domain to this server.",
    );
  if (proved_by === "before")
    return t(
      "In use since before verification was required. Add the TXT record so that no other project on this server can claim it.",
    );
  return t("Keep these records in place.");
}

/** Each record next to the result of the last check. */
export function DnsRecords({ domain }: { domain: Domain }) {
  const isLocal = domain.records.some(({ purpose, value }) => purpose === "route" && isOnlyHere(value));
  const records = domain.records.filter(({ purpose }) =>
    // A route record with a loopback address would lead visitors to their own machines.
    purpose === "route" ? !isLocal : domain.proved_by !== "operator",
  );
  return (
    <div className="border-t">
      <p className="px-5 pt-3.5 text-muted text-sm">{whatToDo(domain, isLocal)}</p>
      {isLocal ? (
        <Alert tone="warning" title={t("This server has no public URL yet")} className="mx-5 mt-3.5">
          {t(
            "Set APP_URL to the server's public URL and restart. The record that points the domain to this server then appears here.",
          )}
        </Alert>
      ) : null}
      <ul className="grid gap-3 p-5 pt-3.5">
        {records.map((record) => (
          <RecordCard key={record.type} domain={domain} record={record} />
        ))}
      </ul>
    </div>
  );
}

function RecordCard({ domain, record }: { domain: Domain; record: DnsRecord }) {
  const { type, purpose, name, value } = record;
  const there = isThere(domain, record);
  return (
    <li className="overflow-hidden rounded-lg border">
      <p className="flex flex-wrap items-baseline gap-x-3 border-b bg-sunken px-3 py-2 text-muted text-xs">
        <span className="font-medium font-mono text-ink">{type}</span>
        {purposes[purpose]}
        {there === null ? null : (
          <span className={there ? "ms-auto text-success" : "ms-auto text-warning"}>
            {there ? t("Found") : t("Not found yet")}
          </span>
        )}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-3 py-1 text-sm">
        <dt className="text-muted">{t("Name")}</dt>
        <Value text={name} label={t("Copy the name of the {type} record", { type })} />
        <dt className="text-muted">{t("Value")}</dt>
        <Value text={value} label={t("Copy the value of the {type} record", { type })} />
      </dl>
      {type === "CNAME" && isRoot(name) ? (
        <OfRoot host={name} addresses={domain.check_result?.own ?? []} />
      ) : null}
      <Found values={there === false ? found(domain, type) : []} />
    </li>
  );
}

/** Loopback names and addresses, which lead all visitors to their own machines. */
const isOnlyHere = (value: string) =>
  value === "localhost" || value.endsWith(".localhost") || value.startsWith("127.") || value === "::1";

/** A registered domain without a subdomain, as far as its form shows: `example.com`, `example.co.uk`. */
const isRoot = (host: string) => /^[^.]+\.([^.]+|(co|com|org|net|gov|ac)\.[a-z]{2})$/.test(host);

/** A root domain has other records, and DNS forbids a CNAME next to them. */
function OfRoot({ host, addresses }: { host: string; addresses: readonly string[] }) {
  return (
    <p className="border-t px-3 py-2 text-muted text-xs">
      {rich(
        "Most DNS providers don't allow a CNAME on a root domain. Use their ALIAS, ANAME or flattened CNAME record with the same value, or {value}. Simpler still: a subdomain such as links.{host}.",
        {
          value:
            addresses.length > 0
              ? rich("an A record (AAAA for IPv6) with <span>{addresses}</span>", {
                  addresses: addresses.join(", "),
                  span: (text) => <span className="break-all font-mono text-ink">{text}</span>,
                })
              : t("an A record with this server's IP address"),
          host,
        },
      )}
    </p>
  );
}

function Found({ values }: { values: string[] }) {
  if (values.length === 0) return null;
  return (
    <p className="border-t bg-warning-soft px-3 py-2 text-warning text-xs">
      {rich("Found instead: <span>{values}</span>", {
        values: values.join(", "),
        span: (text) => <span className="break-all font-mono">{text}</span>,
      })}
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
