import QRCode from "qrcode";
import type { z } from "zod";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { networkLabel, networkOfCode, urlParameters } from "@/lib/campaigns/networks";
import { arrivedParameters, namesInQuery } from "@/lib/traffic/tester/arrival-rules";
import { findArrivedClick, findExpected } from "@/lib/traffic/tester/queries";
import { type ArrivalQuery, type linkArrival, linkTestInput } from "@/lib/traffic/tester/schema";
import { queryTextOf, testLink } from "@/lib/traffic/tester/tester";

/** Older clicks are in the list of clicks. */
const maxWaitMs = 60 * 60_000;

/** The newest click of a campaign since a time, with the state of each parameter of its link. */
export async function linkArrivalOf(
  projectId: ProjectId,
  { campaign_id, since, link }: ArrivalQuery,
  now: Date,
): Promise<z.output<typeof linkArrival>> {
  const expected = await findExpected(projectId, campaign_id);
  if (!expected) throw new Refusal("not_found", "Not found.");
  const earliest = new Date(Math.max(since.getTime(), now.getTime() - maxWaitMs));
  const click = await findArrivedClick(projectId, campaign_id, earliest);
  const { network, click_parameter, link_parameters } = expected;
  const builtIn = network === null ? null : networkOfCode(network);
  const names = [
    ...namesInQuery(builtIn ? urlParameters(builtIn) : (link_parameters ?? "")),
    ...namesInQuery(queryTextOf(link)),
  ];
  const ownIds = click_parameter === null ? [] : [click_parameter];
  return {
    network: networkLabel(network),
    click: click && {
      clicked_at: click.clicked_at.toISOString(),
      platform: click.platform,
      device: click.device_model ?? click.browser,
      is_test: click.is_test,
      parameters: arrivedParameters(names, click.params ?? {}, ownIds),
    },
  };
}

/** A QR code of the link with its test mark, to be followed on a phone. */
export async function testLinkQr(
  projectId: ProjectId,
  link: string,
  at: { now: Date; tick: number; appUrl: string },
): Promise<string> {
  const { test_link } = await testLink(projectId, linkTestInput.parse({ link }), at);
  if (test_link === null) throw new Refusal("wrong_state", "Test clicks only work for active campaigns.");
  try {
    return await QRCode.toString(test_link, {
      type: "svg",
      errorCorrectionLevel: "L",
      margin: 4,
      width: 256,
    });
  } catch {
    throw new Refusal("invalid_request", "The link is too long for a QR code. Copy it instead.");
  }
}
