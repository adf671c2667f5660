import type { ComponentProps } from "react";
import { Input } from "@/components/fields/input";

type Props = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> & {
  value: number | null | undefined;
  onChange: (value: number | null) => void;
};

/** A whole number from 1, or empty. */
export const CountInput = ({ value, onChange, ...control }: Props) => (
  <Input
    type="number"
    inputMode="numeric"
    min={1}
    {...control}
    value={value ?? ""}
    onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
  />
);
