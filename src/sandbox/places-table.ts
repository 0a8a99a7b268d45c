/** The sandbox's map: real cities with the postcodes of their centres, and streets that every one of them has. */

export interface City {
  name: string;
  zip: string;
  province: string;
  country: string;
}

/** `city|zip of its centre|province|country`. */
const table = `
Atlanta|30303|GA|US;Austin|78701|TX|US;Baltimore|21202|MD|US;Boston|02108|MA|US;Charlotte|28202|NC|US;Chicago|60602|IL|US
Cleveland|44114|OH|US;Columbus|43215|OH|US;Dallas|75201|TX|US;Denver|80202|CO|US;Detroit|48226|MI|US;Honolulu|96813|HI|US
Houston|77002|TX|US;Indianapolis|46204|IN|US;Las Vegas|89101|NV|US;Los Angeles|90012|CA|US;Miami|33130|FL|US
Minneapolis|55401|MN|US;Nashville|37219|TN|US;New Orleans|70112|LA|US;New York|10007|NY|US;Oakland|94612|CA|US
Philadelphia|19107|PA|US;Phoenix|85003|AZ|US;Pittsburgh|15219|PA|US;Portland|97204|OR|US;Portland|04101|ME|US
Sacramento|95814|CA|US;Salt Lake City|84111|UT|US;San Antonio|78205|TX|US;San Diego|92101|CA|US;San Francisco|94102|CA|US
San Jose|95113|CA|US;Seattle|98104|WA|US;Tampa|33602|FL|US;Washington|20001|DC|US
Calgary|T2P 2M5|AB|CA;Montreal|H2Y 1C6|QC|CA;Ottawa|K1P 1J1|ON|CA;Toronto|M5H 2N2|ON|CA;Vancouver|V5Y 1V4|BC|CA
London|SW1A 2AA||GB;Manchester|M2 5DB||GB;Edinburgh|EH1 1YJ||GB;Dublin|D02 XK40||IE;Paris|75001||FR;Lyon|69001||FR
Berlin|10178||DE;Hamburg|20095||DE;Munich|80331||DE;Vienna|1010||AT;Zurich|8001||CH;Amsterdam|1012 JS||NL;Brussels|1000||BE
Copenhagen|1550||DK;Stockholm|111 52||SE;Oslo|0154||NO;Helsinki|00100||FI;Madrid|28013||ES;Barcelona|08002||ES;Rome|00186||IT
Milan|20121||IT;Lisbon|1100-148||PT;Prague|110 00||CZ;Warsaw|00-950||PL;Sydney|2000|NSW|AU;Melbourne|3000|VIC|AU
Brisbane|4000|QLD|AU;Auckland|1010||NZ;Tokyo|100-0001||JP;Singapore|178957||SG`;

export const cities: readonly City[] = table
  .trim()
  .split(/[;\n]/)
  .map((entry) => {
    const [name = '', zip = '', province = '', country = ''] = entry.split('|');
    return { name, zip, province, country };
  });

const english = ['Main St', 'Oak Ave', 'Elm St', 'Spring Rd', 'Mill Ln'];
const streets: Record<string, readonly string[]> = {
  DE: ['Hauptstraße', 'Bahnhofstraße', 'Gartenweg', 'Mühlgasse'],
  FR: ['rue de la Gare', 'rue du Moulin', 'avenue des Tilleuls'],
  IT: ['Via Roma', 'Via Garibaldi', 'Viale dei Tigli'],
  ES: ['Calle Mayor', 'Calle del Prado', 'Avenida del Mar'],
};
const speaksLike: Record<string, string> = { AT: 'DE', CH: 'DE', BE: 'FR' };
/** Where the house number comes before the street. */
const numberFirst = new Set('US CA GB IE AU NZ SG FR'.split(' '));

export function streetsOf({ country }: City): readonly string[] {
  return streets[speaksLike[country] ?? country] ?? english;
}

/** A line as it is written there: `12 Elm St`, `Hauptstraße 12`. */
export function streetLine({ country }: City, street: string, number: string): string {
  return (numberFirst.has(country) ? [number, street] : [street, number]).filter(Boolean).join(' ');
}
