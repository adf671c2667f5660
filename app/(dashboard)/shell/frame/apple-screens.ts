/** The SKAdNetwork screens: entries of the sidebar, and tabs above the page. */
export const skadnetworkScreens = [
  {
    label: "SKAdNetwork",
    title: "SKAdNetwork and AdAttributionKit",
    path: "",
    about: "SKAN, AdAttributionKit, Apple postbacks, conversion values, privacy, source identifier",
  },
  {
    label: "iOS estimate",
    title: "iOS in one figure",
    path: "/estimate",
    about:
      "SKAN, deduplicate, estimate, counted twice, null values, organic iOS, incremental, one iOS figure",
  },
  {
    label: "Postbacks",
    title: "Apple postbacks",
    one: "Apple postback",
    path: "/postbacks",
    about: "SKAN, raw, signature, verified",
  },
  {
    label: "Setup",
    title: "SKAdNetwork setup",
    path: "/setup",
    about:
      "Info.plist, NSAdvertisingAttributionReportEndpoint, nginx, Caddy, import, networks, source identifiers",
  },
] as const;
