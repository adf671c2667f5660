"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** The API reference is no page of Next's, so nothing of it can be fetched in advance. */
const isElsewhere = (href: string) => /^\/docs(?![^/#?])/.test(href);

/**
 * A link that fetches its page when somebody is about to follow it: all of the page, so that following it costs
 * nothing, and none of the pages that only happen to be linked.
 */
export function IntentLink(props: ComponentProps<"a"> & { href: string }) {
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  if (isElsewhere(props.href)) return <a {...props} />;
  return (
    <Link {...props} prefetch={near} onMouseEnter={approach} onTouchStart={approach} onFocus={approach} />
  );
}
