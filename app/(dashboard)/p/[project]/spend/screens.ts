/** The screens about what ads cost, below each other in the sidebar and beside each other above the page. */
export const spendScreens = [
  { label: "What is stored", path: "" },
  { label: "Imports", path: "/imports" },
  { label: "Exchange rates", path: "/rates" },
] as const;
