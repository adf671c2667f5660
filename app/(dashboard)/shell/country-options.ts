/** Countries and languages to choose from, by name. */
import { countryName } from "@/lib/base/text/country-name";
import { languageName } from "@/lib/base/text/language-name";

/** ISO 3166-1. */
const codes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

/** Common languages in browsers' Accept-Language headers, with a region if users differ by it. */
const languageCodes =
  "af ar bg bn ca cs da de de-AT de-CH el en en-AU en-CA en-GB en-IN en-US es es-AR es-ES es-MX et fa fi fil fr fr-CA fr-CH gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa pl pt pt-BR pt-PT ro ru sk sl sr sv sw ta te th tr uk ur vi zh zh-CN zh-HK zh-TW".split(
    " ",
  );

const named = (codes: string[], nameOf: (code: string) => string) =>
  codes
    .map((value) => ({ value, label: nameOf(value), hint: value }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));

export const listedCountries = named(codes, countryName);
export const languages = named(languageCodes, languageName);
