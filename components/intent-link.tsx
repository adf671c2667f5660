"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** The API reference is not a Next page, so it cannot be prefetched. */
const isElsewhere = (href: string) => /^\/docs(?![^/#?])/.test(href);

/** A link that prefetches its whole page when the reader is about to follow it. Other linked pages are not loaded. */
export function IntentLink(props: ComponentProps<"a"> & { href: string }) {
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  if (isElsewhere(props.href)) return <a {...props} />;
  return (
    <Link {...props} prefetch={near} onMouseEnter={approach} onTouchStart={approach} onFocus={approach} />
  );
}
