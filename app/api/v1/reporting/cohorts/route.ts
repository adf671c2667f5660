import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { okJson } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { jsonInSteps } from "@/lib/platform/json-in-steps";
import { runInSteps } from "@/lib/platform/steps";
import { cohortsAnswer } from "@/lib/reporting/cohorts/answer-schema";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { presentCohorts } from "@/lib/reporting/cohorts/present";
import { cohortsQuery } from "@/lib/reporting/cohorts/schema";

const get = defineRoute(reportingRoute, {
  summary: "Get cohorts by age",
  description:
    "Revenue, LTV per install, spend, ROAS, paying users, retention and payback of the installs of a day, week or month, up to each age. An age is a number of whole 24 hours since the install, so `d0` is the first 24 hours; retention counts by calendar day. A cohort has values at an age once that age is complete for all of its installs. A refund counts at the age of the payment that it names, or else at its own. A response has at most 366 cohorts and 3,000 rows. With `by`, it lists up to 100 values, fewer with many cohorts. The limit of one call per minute is shared with the campaign figures.",
  tag: "Reporting",
  query: cohortsQuery,
  exampleQuery: { from: "2026-06-01", to: "2026-06-30", granularity: "month", by: "campaign" },
  answers: {
    200: { msg: "Cohorts fetched successfully", data: cohortsAnswer },
    402: { msg: suspendedText },
    422: { description: "A parameter is not valid, or the report would have too many cohorts." },
  },
  async handle({ caller, call, query }) {
    const found = await cohortReport(caller.project, query, call.now);
    const data = await runInSteps(jsonInSteps(await runInSteps(presentCohorts(found))));
    return okJson("Cohorts fetched successfully", data);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/reporting/cohorts", {
  GET: get,
});
