"use client";

import { useEffect, useRef, useState } from "react";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";
import { Skeleton } from "@/components/ui/skeleton";

/** `#post/api/client/init` names an endpoint, which is opened and scrolled into view. */
function openNamed(within: HTMLElement, hash: string) {
  const [, method, path] = /^#([a-z]+)(\/.*)$/.exec(decodeURIComponent(hash)) ?? [];
  if (!method || !path) return;
  const block = within
    .querySelector(`.opblock-${method} [data-path="${CSS.escape(path)}"]`)
    ?.closest(".opblock");
  const summary = block?.querySelector<HTMLElement>("button.opblock-summary-control");
  summary?.click();
  summary?.focus({ preventScroll: true });
  block?.scrollIntoView({ block: "start" });
}

/** The renderer is large and only needed here, so it is loaded when the page is opened. */
export function Reference() {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");

  useEffect(() => {
    let left = false;
    import("swagger-ui-dist/swagger-ui-es-bundle.js")
      .then(({ default: SwaggerUI }) => {
        if (left || !place.current) return;
        SwaggerUI({
          url: "/api/openapi.json",
          domNode: place.current,
          // Its links would be inside buttons, which is invalid HTML.
          deepLinking: false,
          docExpansion: "list",
          defaultModelsExpandDepth: -1,
          displayRequestDuration: true,
          validatorUrl: null,
          syntaxHighlight: false,
          onComplete: () => {
            setState("shown");
            // The endpoints are drawn after this callback.
            requestAnimationFrame(() => place.current && openNamed(place.current, location.hash));
          },
        });
      })
      .catch(() => setState("failed"));
    return () => {
      left = true;
    };
  }, []);

  return (
    <>
      {state === "loading" && (
        <div className="mt-8 space-y-3" aria-hidden>
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="h-11 w-full" />
          ))}
        </div>
      )}
      {state === "failed" && (
        <p className="mt-8 text-danger text-sm" role="alert">
          Couldn't load the reference. Reload the page to try again.
        </p>
      )}
      <div ref={place} className="reference" hidden={state === "loading"} />
    </>
  );
}
