/** Calling codes, postal code patterns, and provinces for countries whose addresses need one. Intl supplies the country names. */
import { iso31662 } from 'iso-3166';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';

/** Countries whose postal addresses use the ISO 3166-2 code of the province. */
const provinceByCode = ['AU', 'BR', 'CA', 'IT', 'US'];
/** Countries whose postal addresses spell out the province; the name of the province is also used as its code. */
const provinceByName = ['AR', 'ES', 'IN', 'MX', 'MY'];

/** Provinces that postal addresses use but ISO 3166-2 lacks, names differently or lists as a region; for the US, the list of the USPS. */
const addedProvinces: Readonly<Record<string, Record<string, string>>> = {
  US: {
    ...{ AA: 'Armed Forces Americas', AE: 'Armed Forces Europe', AP: 'Armed Forces Pacific' },
    ...{ FM: 'Micronesia', MH: 'Marshall Islands', PW: 'Palau' },
    // ISO 3166-2 calls this territory "Virgin Islands, U.S.".
    VI: 'U.S. Virgin Islands',
  },
  IT: { AO: 'Aosta' },
};
const removedProvinces = new Set(['US-UM', 'US-VI', 'IT-23']);

const provinces = new Map(
  [...provinceByCode, ...provinceByName].map((country) => {
    const divisions = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
    const listed = divisions
      // Skip regions that contain provinces: addresses name the smallest division.
      .filter(({ code }) => !removedProvinces.has(code) && !divisions.some(({ parent }) => parent === code))
      .map(({ code, name }) => ({ code: code.slice(3), name: withoutMacrons(name) }));
    const added = Object.entries(addedProvinces[country] ?? {}).map(([code, name]) => ({ code, name }));
    return [
      country,
      [...listed, ...added]
        .map(({ code, name }) => ({ code: provinceByName.includes(country) ? name : code, name }))
        .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    ];
  }),
);

/** Removes macrons from a name: "Mahārāshtra" becomes "Maharashtra", the English spelling used in India. */
function withoutMacrons(name: string): string {
  return name.normalize('NFD').replaceAll('\u0304', '').normalize('NFC');
}

/**
 * Regular expressions that match a whole postal code, with at most one separator, which shoppers may omit (lib/checkout/address-rules.ts).
 * Countries that are not listed have no postal codes, or their postal codes are not checked.
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

/** Returns the regular expression for a whole postal code of the country; '' if postal codes of the country are not checked. */
export function getZipPattern(country: string): string {
  return zips[country] ?? '';
}

/** Returns the calling code with a leading +; '' for a country without one. */
export function getCallingCode(country: string): string {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : '';
}

/** Returns the provinces of a country, sorted by name; [] if postal addresses in the country do not need a province. */
export function getProvinces(country: string): { code: string; name: string }[] {
  return provinces.get(country) ?? [];
}

/** ISO 3166-1 alpha-2 codes for billing addresses. */
export const allCountries: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
  'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC ' +
  'VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');
