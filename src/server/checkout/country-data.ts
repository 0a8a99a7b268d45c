/** Calling codes, postal codes, and provinces where an address needs one. Names of countries come from Intl. */
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';

/** `code name` entries, by country. */
const provinces: Readonly<Record<string, string>> = {
  // USPS: the states, the military's, and the territories and freely associated states it delivers to.
  US:
    'AL Alabama;AK Alaska;AS American Samoa;AZ Arizona;AR Arkansas;AA Armed Forces Americas;' +
    'AE Armed Forces Europe;AP Armed Forces Pacific;CA California;CO Colorado;CT Connecticut;DE Delaware;' +
    'DC District of Columbia;FL Florida;GA Georgia;GU Guam;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;' +
    'KS Kansas;KY Kentucky;LA Louisiana;ME Maine;MH Marshall Islands;MD Maryland;MA Massachusetts;' +
    'MI Michigan;FM Micronesia;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;' +
    'NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota;' +
    'MP Northern Mariana Islands;OH Ohio;OK Oklahoma;OR Oregon;PW Palau;PA Pennsylvania;PR Puerto Rico;' +
    'RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;VI US Virgin Islands;UT Utah;' +
    'VT Vermont;VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming',
  CA:
    'AB Alberta;BC British Columbia;MB Manitoba;NB New Brunswick;NL Newfoundland and Labrador;NS Nova Scotia;' +
    'NT Northwest Territories;NU Nunavut;ON Ontario;PE Prince Edward Island;QC Quebec;SK Saskatchewan;YT Yukon',
  AU:
    'ACT Australian Capital Territory;NSW New South Wales;NT Northern Territory;QLD Queensland;' +
    'SA South Australia;TAS Tasmania;VIC Victoria;WA Western Australia',
};

/**
 * A whole postal code as a regular expression, at most one separator in it and that optional (lib/checkout/address-rules.ts).
 * Countries that are not here have none, or one we do not check.
 */
const zips: Readonly<Record<string, string>> = {
  AT: '\\d{4}',
  AU: '\\d{4}',
  BE: '\\d{4}',
  BR: '\\d{5}-?\\d{3}',
  CA: '[A-Za-z]\\d[A-Za-z] ?\\d[A-Za-z]\\d',
  CH: '\\d{4}',
  CN: '\\d{6}',
  CZ: '\\d{3} ?\\d{2}',
  DE: '\\d{5}',
  DK: '\\d{4}',
  EE: '\\d{5}',
  ES: '\\d{5}',
  FI: '\\d{5}',
  FR: '\\d{5}',
  GB: '[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}',
  GR: '\\d{3} ?\\d{2}',
  IE: '[A-Za-z]\\d[\\dWw] ?[A-Za-z\\d]{4}',
  IN: '\\d{6}',
  IT: '\\d{5}',
  JP: '\\d{3}-?\\d{4}',
  KR: '\\d{5}',
  MX: '\\d{5}',
  NL: '\\d{4} ?[A-Za-z]{2}',
  NO: '\\d{4}',
  NZ: '\\d{4}',
  PL: '\\d{2}-?\\d{3}',
  PT: '\\d{4}-?\\d{3}',
  SE: '\\d{3} ?\\d{2}',
  SG: '\\d{6}',
  US: '\\d{5}(?:-?\\d{4})?',
};

/** A whole postal code of the country as a regular expression, '' where none is checked. */
export function zipPatternOf(country: string): string {
  return zips[country] ?? '';
}

/** Calling code with leading +, '' for a country without telephones. */
export function phoneCodeOf(country: string): string {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : '';
}

/** Provinces of a country, [] where addresses do without. */
export function provincesOf(country: string): { code: string; name: string }[] {
  const list = provinces[country];
  if (!list) return [];
  return list.split(';').map((entry) => {
    const space = entry.indexOf(' ');
    return { code: entry.slice(0, space), name: entry.slice(space + 1) };
  });
}

/** ISO 3166-1 alpha-2: where somebody who pays may live. */
export const allCountries: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
  'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC ' +
  'VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');
