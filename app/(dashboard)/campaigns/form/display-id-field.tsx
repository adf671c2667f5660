"use client";

import { Check, X } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { FormField } from "@/components/fields/form";
import { InputGroup } from "@/components/fields/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import { type CampaignForm, campaignErrorText } from "./campaign-form";

type DisplayIdFieldProps = {
  path: CampaignsAddress;
  form: CampaignForm;
  /** Undefined while loading; null if the project has no domain. */
  base: string | null | undefined;
};

/** Shows during typing whether the ID is available. */
export function DisplayIdField({ path, form, base }: DisplayIdFieldProps) {
  const typedId = useWatch({ control: form.control, name: "custom_display_id" }) ?? "";
  const checkedId = useDebounced(typedId, 300);
  const { data, isFetching } = useGet(
    checkedId === "" ? null : withQuery(child(path, "/display-id"), { value: checkedId }),
    { staleTime: 0 },
  );
  const state =
    typedId === ""
      ? null
      : checkedId !== typedId || isFetching
        ? "asking"
        : data?.available
          ? "free"
          : "taken";
  const known = state === "free" || (state === "taken" && data) ? data : null;
  return (
    <FormField
      form={form}
      name="custom_display_id"
      label={t("Custom ID")}
      optional
      hint={
        <span aria-live="polite">
          {known ? (
            <span className={known.available ? "text-success" : "text-danger"}>
              {known.available
                ? t("“{typedId}” is free.", { typedId })
                : campaignErrorText(known.reason ?? "")}
            </span>
          ) : (
            t("Letters, digits, hyphens and underscores. Leave blank for a random ID.")
          )}
        </span>
      }
    >
      {({ value, onChange, ...control }) => (
        <InputGroup
          {...control}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value.trim() || null)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="summer-sale"
          before={
            base ? (
              <span className="max-w-36 truncate font-mono text-xs sm:max-w-72">
                {base.replace(/^https?:\/\//, "")}/
              </span>
            ) : base === undefined ? (
              <Skeleton className="h-3 w-36" />
            ) : null
          }
          after={
            state === "asking" ? (
              <Spinner className="size-3.5" />
            ) : state === "free" ? (
              <Check className="size-4 text-success" aria-hidden="true" />
            ) : state === "taken" && data ? (
              <X className="size-4 text-danger" aria-hidden="true" />
            ) : null
          }
        />
      )}
    </FormField>
  );
}
