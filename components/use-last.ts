"use client";

import { useState } from "react";

/** The last non-empty value, which a dialog shows while it closes. */
export function useLastValue<Value>(value: Value | null | undefined): Value | null | undefined {
  const [last, setLast] = useState(value);
  if (value != null && value !== last) setLast(value);
  return value ?? last;
}
