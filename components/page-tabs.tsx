"use client";

import { createContext, type ReactNode, useContext } from "react";

const Tabs = createContext<ReactNode>(null);

/** The tabs of a section. The header of each of its screens shows them below the title. */
export const PageTabs = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <Tabs value={tabs}>{children}</Tabs>
);

export const usePageTabs = () => useContext(Tabs);
