"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const CrumbContext = createContext<{ crumb: string | null; setCrumb: (crumb: string | null) => void }>({
  crumb: null,
  setCrumb: () => {},
});

export function BreadcrumbProvider({ children }: { children: ReactNode }) {
  const [crumb, setCrumb] = useState<string | null>(null);
  return <CrumbContext value={{ crumb, setCrumb }}>{children}</CrumbContext>;
}

export const useLastBreadcrumb = () => useContext(CrumbContext).crumb;

/**
 * The name of a page's item, which is the last breadcrumb.
 * @public
 */
export function Breadcrumb({ label }: { label: string | undefined }) {
  const { setCrumb } = useContext(CrumbContext);
  useEffect(() => {
    setCrumb(label ?? null);
    return () => setCrumb(null);
  }, [label, setCrumb]);
  return null;
}
