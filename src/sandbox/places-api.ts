/**
 * Simulates the part of Google's Places API (New) that a checkout uses: suggestions while an address is typed, and the full address of a
 * chosen suggestion.
 */
import { type Context, Hono } from 'hono';

interface City {
  name: string;
  zip: string;
  province: string;
  country: string;
}

/** Cities of the simulated suggestions, in the format `city|postal code of its centre|province|country`. */
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

const cities: readonly City[] = table
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
/** Countries that write the house number before the street. */
const numberFirst = new Set('US CA GB IE AU NZ SG FR'.split(' '));

function streetsOf({ country }: City): readonly string[] {
  return streets[speaksLike[country] ?? country] ?? english;
}

/** Returns an address line in the country's order: `12 Elm St`, `Hauptstraße 12`. */
function streetLine({ country }: City, street: string, number: string): string {
  return (numberFirst.has(country) ? [number, street] : [street, number]).filter(Boolean).join(' ');
}

const key = 'atoll-sandbox-places';
const maxSuggestions = 5;

interface PlacesRequest {
  input?: string;
  includedRegionCodes?: string[];
  languageCode?: string;
}
/** An address suggestion; `line` is '' if the suggestion is a city without a street. */
interface Place {
  city: City;
  line: string;
}

export function createPlacesApi(): Hono {
  const app = new Hono();

  app.use('/v1/places*', async (c, next) => {
    if (c.req.header('x-goog-api-key') !== key) return refuse(c, 403, 'PERMISSION_DENIED');
    return next();
  });

  app.post('/v1/places:autocomplete', async (c) => {
    const {
      input = '',
      includedRegionCodes = [],
      languageCode = 'en',
    } = (await c.req.json()) as PlacesRequest;
    if (input.trim() === '') return refuse(c, 400, 'INVALID_ARGUMENT');
    const regions = new Set(includedRegionCodes.map((code) => code.toUpperCase()));
    const served = cities.filter(({ country }) => regions.size === 0 || regions.has(country));
    const found = search(input, served).slice(0, maxSuggestions);
    return c.json({
      suggestions: found.map((place) => {
        const placeId = idOf(place);
        const text = { text: describe(place, languageCode), matches: [] };
        const types = [place.line === '' ? 'locality' : 'street_address'];
        return { placePrediction: { place: `places/${placeId}`, placeId, text, types } };
      }),
    });
  });

  app.get('/v1/places/:id', (c) => {
    // Google rejects requests without a field mask.
    if (!c.req.header('x-goog-fieldmask')) return refuse(c, 400, 'INVALID_ARGUMENT');
    const place = placeOf(c.req.param('id'));
    if (!place) return refuse(c, 404, 'NOT_FOUND');
    const { city, line } = place;
    return c.json({
      postalAddress: {
        regionCode: city.country,
        postalCode: city.zip,
        ...(city.province && { administrativeArea: city.province }),
        locality: city.name,
        ...(line && { addressLines: [line] }),
      },
    });
  });
  return app;
}

function refuse(c: Context, code: 400 | 403 | 404, status: string) {
  return c.json({ error: { code, message: status, status } }, code);
}

/**
 * Returns streets that start with the input. If there are none, returns cities that start with the last words of an input such as `12 Elm
 * St, Portl`.
 */
function search(input: string, served: readonly City[]): Place[] {
  const words = input.replaceAll(',', ' ').trim().split(/\s+/);
  const anywhere = served.flatMap((city) => linesOf(city, words.join(' ')).map((line) => ({ city, line })));
  if (anywhere.length > 0) return anywhere;
  for (const start of words.keys()) {
    const cityQuery = words.slice(start).join(' ');
    const found = cityQuery.length < 2 ? [] : served.filter(({ name }) => begins(name, cityQuery));
    if (found.length === 0) continue;
    const typed = words.slice(0, start).join(' ');
    return found.flatMap((city) => {
      const lines = linesOf(city, typed);
      return (lines.length > 0 ? lines : [typed]).map((line) => ({ city, line }));
    });
  }
  return [];
}

/** Returns address lines for the city's streets that start with the input, with the house number from the input. */
function linesOf(city: City, typed: string): string[] {
  const [, before = '', street = '', after = ''] = /^(\d+\w?)?\s*(.*?)\s*(\d+\w?)?$/.exec(typed) ?? [];
  if (street.length < 2) return [];
  return streetsOf(city)
    .filter((candidate) => begins(candidate, street))
    .map((candidate) => streetLine(city, candidate, before || after));
}

function begins(name: string, typed: string): boolean {
  return name.toLowerCase().startsWith(typed.toLowerCase());
}

function describe({ city, line }: Place, language: string): string {
  const country = new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(city.country);
  const place = [city.province, city.zip].filter(Boolean).join(' ');
  return [line, city.name, place, country].filter(Boolean).join(', ');
}

function idOf({ city, line }: Place): string {
  return Buffer.from(JSON.stringify([cities.indexOf(city), line])).toString('base64url');
}

function placeOf(id: string): Place | null {
  try {
    const [index, line] = JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as [number, string];
    const city = cities[index];
    return city && typeof line === 'string' ? { city, line } : null;
  } catch {
    // The id was not created by the sandbox.
    return null;
  }
}
