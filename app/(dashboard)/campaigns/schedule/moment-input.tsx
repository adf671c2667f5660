"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "@/components/fields/input";
import { wallMoment, wallTextOf } from "./wall-time";

type MomentInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  value: string | null;
  zone: string;
  onChange: (moment: string | null) => void;
};

/** A time by the clock of a time zone. */
export function MomentInput({ value, zone, onChange, ...control }: MomentInputProps) {
  const [text, setText] = useState("");
  // Typed text stays unchanged, because a year's first digit is a valid year.
  const shown = text !== "" && wallMoment(text, zone) === value ? text : wallTextOf(value, zone);
  return (
    <Input
      type="datetime-local"
      {...control}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(wallMoment(target.value, zone));
      }}
    />
  );
}
