/** The screens for testing: one entry of the sidebar, with tabs above the screens. */
export const debuggerScreens = [
  { label: "Live", title: "Live events", path: "/live", about: "Incoming events, rejected calls, debug" },
  {
    label: "Devices",
    path: "/debug",
    about: "Debug console: a phone's calls and responses. Test devices, excluded from reports",
    needs: "devices.read",
  },
  { label: "Link check", path: "/links", about: "Link tester: a link's destination, and why" },
] as const;
