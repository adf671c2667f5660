/** The webhook payload of a scheduled report. */
export const scheduledReport = {
  type: "report.scheduled",
  timestamp: "2026-06-01T09:30:00.000Z",
  data: {
    id: 5,
    title: "Campaigns, every day",
    kind: "report",
    from: "2026-05-31",
    to: "2026-05-31",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    url: "https://cairn.example.com/p/1/report?range=custom&from=2026-05-31&to=2026-05-31",
    text: "Trails: Campaigns, every day\n31 May 2026\n• Summer: Installs 120, Spend €126.00",
    columns: [
      { id: "installs", label: "Installs", unit: "count" },
      { id: "spend", label: "Spend", unit: "money" },
    ],
    rows: [{ campaign: "Summer", installs: 120, spend: 126 }],
    totals: [{ campaign: "Total", installs: 120, spend: 126 }],
    more: 0,
  },
};
