/** The screens about rules, below each other in the sidebar and beside each other above the page. */
export const ruleScreens = [
  { label: "In force", title: "Rules", path: "" },
  { label: "Trials", title: "Trials of rules", one: "Trial of rules", path: "/trials" },
  { label: "Simulator", path: "/simulator" },
] as const;
