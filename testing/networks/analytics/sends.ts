/** The names of all facts that analytics services accept, in the golden files. */
export const analyticsSends = {
  install: "Install Attributed",
  organic: "Install Attributed",
  reattributed: "Attribution Changed",
  reengagement: "App Reengaged",
  signup: "Signed Up",
  event: "{name}",
  payment: "Purchase",
  refund: "Refund",
  uninstall: "Uninstalled",
};
