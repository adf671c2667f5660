/** The screens about what ads cost, below each other in the sidebar and beside each other above the page. */
export const spendScreens = [
  { label: "Spend", path: "" },
  { label: "Upload file", one: "Uploaded file", path: "/upload" },
  { label: "Imports", path: "/imports" },
  { label: "Connected accounts", path: "/accounts" },
  { label: "Exchange rates", path: "/rates" },
] as const;
