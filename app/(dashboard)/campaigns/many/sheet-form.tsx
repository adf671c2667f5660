"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { ApiError, at, type BodyOf, child, mutate, type ResponseOf } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { CampaignField, type ChosenCampaign } from "@/app/(dashboard)/shell/facts/campaign-search";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { CsvFile } from "@/components/csv-file";
import { Field } from "@/components/fields/field";
import { Select } from "@/components/fields/select";
import { Textarea } from "@/components/fields/textarea";
import { useUnsaved } from "@/components/fields/unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import { decodeText, UnreadableSheet } from "@/lib/platform/sheet";
import { PreviewTable } from "./preview-table";

type Sheet = BodyOf<"/projects/:project/campaigns/sheet", "POST">;
type Made = ResponseOf<"/projects/:project/campaigns/sheet", "POST">;

export const campaignCountText = (count: number) =>
  t("{count, plural, one {# campaign} other {# campaigns}}", { count });

const nothing = "none";
const likeCampaign = "campaign";

type SheetFormProps = { path: CampaignsAddress; onCreated: (made: Made) => void };

export function SheetForm({ path, onCreated }: SheetFormProps) {
  const refresh = useRefresh();
  const [text, setText] = useState("");
  const [template, setTemplate] = useState<ChosenCampaign | null>(null);
  const [from, setFrom] = useState<string>(nothing);
  const saved = useGet(at("/projects/:project/campaign-templates", { project: useProject().id }));
  const isSaved = from !== nothing && from !== likeCampaign;
  const input = JSON.stringify({
    text,
    template: from === likeCampaign ? (template?.id ?? null) : null,
    saved_template: isSaved ? Number(from) : null,
  } satisfies Sheet);
  const isEmpty = text.trim() === "";
  const request = isEmpty ? null : input;
  const settled = useDebounced(request, 400);
  const preview = usePreview(path, request && settled);
  const { data, error } = preview;
  const isSettled = settled === request && !preview.isPlaceholderData && !preview.isFetching;
  useUnsaved(!isEmpty);
  const create = useAction(async () => {
    try {
      const sheet = { ...(JSON.parse(input) as Sheet), only_ready: true };
      onCreated(await mutate("POST", child(path, "/sheet"), sheet));
    } finally {
      // A rejection means that something changed since the preview, so the preview is reloaded to show it.
      await refresh(path);
    }
  });
  const wrong = data?.rows.filter(({ problems }) => problems.length > 0).length ?? 0;
  const ready = (data?.rows.length ?? 0) - wrong;
  const isRefused = error instanceof ApiError && error.status === 400 && !isEmpty;
  return (
    <>
      <Card>
        <CardBody className="grid grid-cols-1 gap-4 pt-5">
          <RowsField text={text} problem={isRefused ? error.message : undefined} onChange={setText} />
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
            <Field
              label={t("Template")}
              optional
              hint={t("Its settings fill blank cells: destinations, rules, network, tags.")}
            >
              {(control) => (
                <Select
                  {...control}
                  value={from}
                  onValueChange={setFrom}
                  options={[
                    { value: nothing, label: t("None") },
                    ...(saved.data?.templates ?? []).map(({ id, name }) => ({
                      value: String(id),
                      label: name,
                    })),
                    { value: likeCampaign, label: t("Settings of a campaign…") },
                  ]}
                />
              )}
            </Field>
            {from === likeCampaign ? (
              <Field label={t("Campaign")} hint={t("Its start and end are used, too.")}>
                {(control) => <CampaignField {...control} chosen={template} onChoose={setTemplate} />}
              </Field>
            ) : null}
          </div>
        </CardBody>
      </Card>
      {error && !isRefused && !isEmpty ? (
        <Alert
          tone="danger"
          live
          title={t("The preview could not be loaded")}
          actions={<Button onClick={() => void preview.refetch()}>{t("Try again")}</Button>}
        >
          {error.message}
        </Alert>
      ) : null}
      {data && !isEmpty && !error ? (
        <Card>
          <CardHeader title={t("Preview")} />
          <PreviewTable preview={data} dimmed={!isSettled} />
          <CardFooter className={cn(wrong > 0 ? "justify-between" : "justify-end")}>
            {wrong > 0 && ready > 0 ? (
              <span>
                {t(
                  "{wrong2, plural, one {# row with problems is} other {# rows with problems are}} left out.",
                  { wrong2: wrong },
                )}
              </span>
            ) : null}
            <Button
              variant="primary"
              className="ms-auto"
              loading={create.isPending}
              disabled={ready === 0 || !isSettled}
              onClick={() => create.mutate()}
            >
              {t("Create {ready}", { ready: campaignCountText(ready) })}
            </Button>
          </CardFooter>
        </Card>
      ) : null}
    </>
  );
}

/** A preview changes nothing on the server, so it is requested after every input. */
const usePreview = (path: CampaignsAddress, input: string | null) =>
  useQuery<ResponseOf<"/projects/:project/campaigns/sheet/preview", "POST">>({
    queryKey: [child(path, "/sheet/preview"), input],
    queryFn:
      input === null
        ? skipToken
        : ({ signal }) => mutate("POST", child(path, "/sheet/preview"), JSON.parse(input) as Sheet, signal),
    placeholderData: (last) => last,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

type RowsFieldProps = { text: string; problem: string | undefined; onChange: (text: string) => void };

function RowsField({ text, problem, onChange }: RowsFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);

  async function readFile(chosen: File | undefined) {
    if (!chosen) return;
    try {
      if (chosen.size > maxBytes)
        throw new UnreadableSheet("The file is larger than 1 MB. Split it: 1,000 campaigns fit at once.");
      onChange(decodeText(new Uint8Array(await chosen.arrayBuffer())));
      setUnreadable(null);
    } catch (cause) {
      setUnreadable(cause instanceof UnreadableSheet ? cause.message : t("This file could not be read."));
    }
  }

  return (
    <Field
      label={t("Rows")}
      error={unreadable ?? problem}
      hint={t("Copy them from a spreadsheet with its header row. Up to 1,000 campaigns.")}
    >
      {(control) => (
        <div className="grid grid-cols-1 gap-2">
          <Textarea
            {...control}
            value={text}
            onChange={(event) => {
              setUnreadable(null);
              onChange(event.target.value);
            }}
            rows={9}
            wrap="off"
            className="font-mono text-xs max-sm:text-base"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={"Name, Network, Website\nSummer sale, Meta, https://example.com/summer"}
          />
          <CsvFile ref={file} onChoose={(chosen) => void readFile(chosen)} />
          <Button className="w-fit" onClick={() => file.current?.click()}>
            <FileUp />
            {t("Choose a CSV file")}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Below the size limit of a call, with escaped quotes. */
const maxBytes = 900_000;
