"use client";

import { RotateCcw, Smartphone } from "lucide-react";
import { useState } from "react";
import { at, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { clockText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { LinkArrival, LinkTest } from "@/lib/traffic/tester/schema";

/** Clicks are stored within milliseconds, so this is the longest wait. */
const everyMs = 1_500;

type OnPhoneProps = { test: Pick<LinkTest, "link" | "test_link"> & { campaign: { id: number } } };

/** Waits for a click of the link, and shows which parameters arrived with it. */
export function OnPhone({ test: { link, test_link, campaign } }: OnPhoneProps) {
  const { id: project, time_zone: timeZone } = useProject();
  const [since, setSince] = useState(() => new Date().toISOString());
  const path = at("/projects/:project/links/arrival", { project });
  const { data, error } = useGet(withQuery(path, { campaign_id: campaign.id, since, link }), {
    refetchInterval: everyMs,
  });
  const click = data?.click ?? null;
  return (
    <Card aria-label={t("Check on a phone")}>
      <CardHeader
        title={t("Check on a phone")}
        description={t("Follow the link on a phone. The parameters that arrived appear here.")}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {test_link === null ? null : <Scan project={project} link={link} />}
        <p className="text-muted text-sm">
          {t(
            "The code opens the link as it is, so macros arrive unfilled. To see what the network fills in, tap the ad or its preview: its click appears here, too.",
          )}
        </p>
        {error ? (
          <Alert tone="danger" title={t("Couldn't check for clicks")}>
            {error.message}
          </Alert>
        ) : null}
        <div role="status" className="grid grid-cols-1 gap-3 border-t pt-4">
          {click ? (
            <Arrived click={click} network={data?.network ?? null} timeZone={timeZone} />
          ) : (
            <p className="flex items-center gap-2 text-sm">
              <Smartphone
                aria-hidden="true"
                className="size-4 animate-pulse text-accent motion-reduce:animate-none"
              />
              {t("Waiting for a click…")}
            </p>
          )}
        </div>
        {click ? (
          <Button className="w-fit" onClick={() => setSince(new Date().toISOString())}>
            <RotateCcw />
            {t("Wait for the next click")}
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Scan({ project, link }: { project: number; link: string }) {
  const [isTooLong, setTooLong] = useState(false);
  const code = urlOf(withQuery(at("/projects/:project/links/qr.svg", { project }), { link }));
  return (
    <div className="grid size-44 place-items-center overflow-hidden justify-self-center rounded-lg border bg-white">
      {isTooLong ? (
        <p className="p-4 text-center text-[#444] text-sm">
          {t("The link is too long for a QR code. Send the test link to the phone.")}
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: the drawing comes from the server as it is
        <img
          src={code}
          alt={t("QR code of the test link")}
          className="size-full"
          onError={() => setTooLong(true)}
        />
      )}
    </div>
  );
}

type Click = NonNullable<LinkArrival["click"]>;
type State = Click["parameters"][number]["state"];

const states: Record<State, { word: string; tone: BadgeTone }> = {
  filled: { word: t("Arrived"), tone: "success" },
  literal: { word: t("Not filled in"), tone: "danger" },
  empty: { word: t("Empty"), tone: "warning" },
  missing: { word: t("Missing"), tone: "warning" },
};

const platforms: Record<string, string> = { IOS: "iOS", ANDROID: t("Android"), DESKTOP: t("Desktop") };

function Arrived({ click, network, timeZone }: { click: Click; network: string | null; timeZone: string }) {
  const wrong = click.parameters.filter(({ state }) => state !== "filled").length;
  return (
    <>
      <div className="grid gap-0.5">
        <p className="font-medium text-sm">{headline(click.parameters.length, wrong)}</p>
        <p className="text-muted text-xs">
          {[
            clockText(new Date(click.clicked_at), timeZone),
            platforms[click.platform] ?? click.platform,
            click.device,
            click.is_test ? t("test click") : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {click.parameters.length === 0 ? (
        <p className="text-muted text-sm">
          {t("{network} Add parameters to the link to check them.", {
            network: network
              ? t("{network} has no macros that Cairn knows.", { network })
              : t("The campaign has no network."),
          })}
        </p>
      ) : (
        <dl className="grid grid-cols-1 divide-y text-sm">
          {click.parameters.map(({ name, state, value }) => (
            <div key={name} className="flex items-start justify-between gap-3 py-2">
              <dt className="min-w-0 break-all font-mono text-xs leading-5">{name}</dt>
              <dd className="grid min-w-0 justify-items-end gap-1">
                <Badge tone={states[state].tone}>{states[state].word}</Badge>
                {value === null ? null : (
                  <code className="break-all text-end font-mono text-2xs text-muted">{value}</code>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function headline(count: number, wrong: number): string {
  if (count === 0) return t("The click arrived, without parameters");
  if (wrong === 0) return t("Every parameter arrived");
  return wrong === 1
    ? t("1 of {count} parameters did not arrive", { count })
    : t("{wrong} of {count} parameters did not arrive", { wrong, count });
}
