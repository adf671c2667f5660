/** The screens about ad spend: entries of the sidebar, and tabs above the page. */
export const spendScreens = [
  { label: "Spend", path: "" },
  { label: "Upload file", one: "Uploaded file", path: "/upload" },
  { label: "Imports", path: "/imports" },
  { label: "Connected accounts", path: "/accounts" },
  { label: "Exchange rates", path: "/rates" },
] as const;
