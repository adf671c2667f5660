/** The screens about rules, below each other in the sidebar and beside each other above the page. */
export const ruleScreens = [
  { label: "In force", path: "" },
  { label: "Trials", path: "/trials" },
  { label: "Simulator", path: "/simulator" },
] as const;
