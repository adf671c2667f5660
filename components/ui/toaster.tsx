"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner } from "sonner";
import { Spinner } from "@/components/ui/spinner";

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      offset={16}
      mobileOffset={12}
      closeButton
      icons={{
        success: <CircleCheck className="size-4 text-success" />,
        error: <CircleAlert className="size-4 text-danger" />,
        warning: <TriangleAlert className="size-4 text-warning" />,
        info: <Info className="size-4 text-accent" />,
        loading: <Spinner className="size-4 text-muted" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "group flex w-full items-start gap-2.5 rounded-lg border border-line bg-floating px-3.5 py-3 font-sans text-ink text-sm shadow-lg sm:w-88",
          title: "line-clamp-3 font-medium wrap-anywhere",
          description: "text-muted text-sm",
          icon: "flex h-5 items-center",
          content: "min-w-0 flex-1",
          actionButton: "rounded-md px-2 py-0.5 font-medium text-accent-strong text-sm hover:bg-hover",
          cancelButton: "rounded-md px-2 py-0.5 text-muted text-sm hover:bg-hover",
          closeButton:
            "order-last grid size-5 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink [&_svg]:size-3.5",
        },
      }}
    />
  );
}
