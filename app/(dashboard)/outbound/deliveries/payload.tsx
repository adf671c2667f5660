import { identifierName } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

/** The exact payload, and the sources of its hashes. */
export function Payload({ delivery: { payload, withheld, hashed, state } }: { delivery: ShownDelivery }) {
  if (payload === null || payload === undefined)
    return (
      <Card>
        <CardHeader
          title={t("Message")}
          description={
            withheld
              ? t("Only admins can see it, because it can contain personal data.")
              : state === "skipped" || state === "withheld"
                ? t("No payload: it was skipped before any data was hashed.")
                : t("It is created when it is sent.")
          }
        />
      </Card>
    );
  return (
    <Card>
      <CardHeader
        title={t("Message")}
        description={
          state === "dry"
            ? t("The exact payload that would have been sent.")
            : t("Exactly as it was sent, without credentials.")
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <CodeBlock title="JSON" code={JSON.stringify(payload, null, 2)} className="[&_pre]:max-h-120" />
        {hashed.length > 0 ? <Hashes hashed={hashed} /> : null}
      </CardBody>
    </Card>
  );
}

function Hashes({ hashed }: Pick<ShownDelivery, "hashed">) {
  const isNamed = hashed.some(({ plain }) => plain !== null);
  return (
    <section aria-label={t("Hashed values")} className="grid grid-cols-1 gap-2">
      <p className="text-muted text-sm">
        {t("These values are hashes.{if_named, select, yes { Only admins see the plain values.} other {}}", {
          if_named: isNamed ? "yes" : "no",
        })}
      </p>
      <section
        aria-label={t("Fields and their values before hashing")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border"
      >
        <Table>
          <thead>
            <tr>
              <TableHead>{t("Field")}</TableHead>
              <TableHead>{t("Hash of")}</TableHead>
              {isNamed ? <TableHead>{t("Plain value")}</TableHead> : null}
            </tr>
          </thead>
          <tbody>
            {hashed.map(({ at, of, plain }) => (
              <TableRow key={at}>
                <TableCell className="font-mono text-xs">{at}</TableCell>
                <TableCell>
                  <Badge tone="accent">{identifierName(of)}</Badge>
                </TableCell>
                {isNamed ? (
                  <TableCell className="font-mono text-xs">
                    {plain ?? <span className="text-faint">–</span>}
                  </TableCell>
                ) : null}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  );
}
