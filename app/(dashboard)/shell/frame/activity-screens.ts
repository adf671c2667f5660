/** The lists of a project's activity: one entry of the sidebar, with tabs above the page. */
export const activityScreens = [
  { label: "Clicks", path: "/clicks", about: "Clicks, ad views, bots" },
  {
    label: "Installs",
    one: "Install",
    path: "/installs",
    about: "Attribution, explain, devices, suspicious, fraud",
  },
  { label: "Sign-ups", path: "/sign-ups", about: "Users, registrations, trigger" },
  { label: "Events", path: "/events" },
  { label: "Payments", path: "/payments", about: "Revenue, refunds, removed" },
] as const;
