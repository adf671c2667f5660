/** The screens about what ads cost, below each other in the sidebar and beside each other above the page. */
export const spendScreens = [
  { label: "What is stored", path: "" },
  { label: "Upload a file", one: "Uploaded file", path: "/upload" },
  { label: "Imports", path: "/imports" },
  { label: "Pulled from networks", path: "/accounts" },
  { label: "Exchange rates", path: "/rates" },
] as const;
