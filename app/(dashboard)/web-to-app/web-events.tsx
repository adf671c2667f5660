"use client";

import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { EmptyState } from "@/components/empty-state";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { WebToApp } from "@/lib/reporting/web-to-app/schema";

const format = figureFormat("USD");

export function WebEvents({ events }: Pick<WebToApp, "events">) {
  const title = t("Website events");
  return (
    <Card>
      <CardHeader
        title={title}
        description={t("Events sent by your pages with cairn.event() in this period.")}
      />
      {events.length === 0 ? (
        <EmptyState title={t("No events in this period")} className="py-8" />
      ) : (
        <Table aria-label={title}>
          <thead>
            <tr>
              <TableHead>{t("Event")}</TableHead>
              <TableHead className="text-end">{t("Events")}</TableHead>
              <TableHead className="text-end">{t("Visitors")}</TableHead>
            </tr>
          </thead>
          <tbody>
            {events.map(({ name, events: count, visitors }) => (
              <TableRow key={name}>
                <TableCell className="max-w-44 truncate" title={name}>
                  {name}
                </TableCell>
                <TableCell className="num text-end">{format.full("count", count)}</TableCell>
                <TableCell className="num text-end">{format.full("count", visitors)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
