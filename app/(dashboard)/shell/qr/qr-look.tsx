"use client";

import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { Field, type FieldControl } from "@/components/fields/field";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { QrColours } from "@/lib/campaigns/qr/colours";
import { logoOf } from "./qr-picture";

type ColoursFieldProps = {
  colours: QrColours;
  problem: string | null;
  onColours: (colours: QrColours) => void;
};

export const ColoursField = ({ colours, problem, onColours }: ColoursFieldProps) => (
  <Field label={t("Colors")} error={problem ?? undefined}>
    {(control) => (
      <div className="grid grid-cols-2 gap-4">
        <ColourInput
          control={control}
          label={t("Code color")}
          value={colours.color}
          onValue={(color) => onColours({ ...colours, color })}
        />
        <ColourInput
          control={{ ...control, id: `${control.id}-background` }}
          label={t("Background color")}
          value={colours.background}
          onValue={(background) => onColours({ ...colours, background })}
        />
      </div>
    )}
  </Field>
);

type ColourInputProps = {
  control: FieldControl;
  label: string;
  value: string;
  onValue: (value: string) => void;
};

const ColourInput = ({ control, label, value, onValue }: ColourInputProps) => (
  <span className="flex items-center gap-2">
    <input
      type="color"
      {...control}
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      className="h-8.5 w-12 shrink-0 cursor-pointer rounded-md border bg-raised p-1"
    />
    <span className="grid text-xs">
      <span>{label}</span>
      <code className="font-mono text-muted">{value}</code>
    </span>
  </span>
);

export function LogoField({ logo, onLogo }: { logo: string | null; onLogo: (logo: string | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function chooseFile(file: File | undefined) {
    if (!file) return;
    try {
      onLogo(await logoOf(file));
      setProblem(null);
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : String(cause));
    }
  }

  return (
    <Field
      label={t("Logo")}
      optional
      error={problem ?? undefined}
      hint={t("Placed in the middle; the file stays in this browser. Scan a proof before you print.")}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-label={t("Logo file")}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              void chooseFile(target.files?.[0]);
              target.value = "";
            }}
          />
          <Button {...control} onClick={() => input.current?.click()}>
            <ImagePlus />
            {logo ? t("Change logo") : t("Add a logo")}
          </Button>
          {logo ? (
            <Button variant="ghost" onClick={() => onLogo(null)}>
              {t("Remove logo")}
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
