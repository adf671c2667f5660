import { expect, test } from "vitest";
import { addVisit, visibleVisits } from "./recent";

const visits = [
  { href: "/p/7/campaigns/3", title: "Summer sale · Campaigns" },
  { href: "/p/8/report", title: "Report · Other" },
  { href: "/account/members", title: "Members" },
];

test("a page that is visited again moves to the top, once, with its current name", () => {
  const again = addVisit(visits, { href: "/account/members", title: "People" });
  expect(again.map(({ title }) => title)).toEqual(["People", "Summer sale · Campaigns", "Report · Other"]);
  const many = Array.from({ length: 30 }, (_, at) => ({ href: `/p/7/${at}`, title: "" }));
  expect(many.reduce(addVisit, visits)).toHaveLength(12);
});

test("the open page and projects without access are not offered", () => {
  expect(visibleVisits(visits, "/account/members", [{ id: 7 }])).toEqual([visits[0]]);
});
