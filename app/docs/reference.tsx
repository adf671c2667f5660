"use client";

import { useEffect, useRef, useState } from "react";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";
import { Skeleton } from "@/components/ui/skeleton";

/** The renderer is large and only needed here, so it comes when the page is opened. */
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
          // Its links would stand inside buttons.
          deepLinking: false,
          docExpansion: "list",
          defaultModelsExpandDepth: -1,
          displayRequestDuration: true,
          validatorUrl: null,
          syntaxHighlight: false,
          onComplete: () => setState("shown"),
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
          The reference could not be loaded. Reload the page to try again.
        </p>
      )}
      <div ref={place} className="reference" hidden={state === "loading"} />
    </>
  );
}
