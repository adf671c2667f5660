"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that fetches its page when somebody is about to follow it: all of the page, so that following it costs
 * nothing, and none of the pages that only happen to be linked.
 */
export function IntentLink(props: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  return (
    <Link {...props} prefetch={near} onMouseEnter={approach} onTouchStart={approach} onFocus={approach} />
  );
}
