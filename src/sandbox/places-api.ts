/** Google's Places API (New) as far as a checkout uses it: suggestions while typing, and the postal address of one. */
import { type Context, Hono } from 'hono';
import { type City, cities, streetLine, streetsOf } from './places-table.ts';

const key = 'atoll-sandbox-places';
const most = 5;

interface Asked {
  input?: string;
  includedRegionCodes?: string[];
  languageCode?: string;
}
/** `line`: '' for the city as a whole. */
interface Place {
  city: City;
  line: string;
}

export function placesApi(): Hono {
  const app = new Hono();

  app.use('/v1/places*', async (c, next) => {
    if (c.req.header('x-goog-api-key') !== key) return refuse(c, 403, 'PERMISSION_DENIED');
    return next();
  });

  app.post('/v1/places:autocomplete', async (c) => {
    const { input = '', includedRegionCodes = [], languageCode = 'en' } = (await c.req.json()) as Asked;
    if (input.trim() === '') return refuse(c, 400, 'INVALID_ARGUMENT');
    const regions = new Set(includedRegionCodes.map((code) => code.toUpperCase()));
    const served = cities.filter(({ country }) => regions.size === 0 || regions.has(country));
    const found = search(input, served).slice(0, most);
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
    // Google answers no place without being told which of its fields.
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

/** The streets that begin with what is typed; else, as for `12 Elm St, Portl`, the cities that begin with its last words. */
function search(input: string, served: readonly City[]): Place[] {
  const words = input.replaceAll(',', ' ').trim().split(/\s+/);
  const anywhere = served.flatMap((city) => linesOf(city, words.join(' ')).map((line) => ({ city, line })));
  if (anywhere.length > 0) return anywhere;
  for (const start of words.keys()) {
    const wanted = words.slice(start).join(' ');
    const found = wanted.length < 2 ? [] : served.filter(({ name }) => begins(name, wanted));
    if (found.length === 0) continue;
    const typed = words.slice(0, start).join(' ');
    return found.flatMap((city) => {
      const lines = linesOf(city, typed);
      return (lines.length > 0 ? lines : [typed]).map((line) => ({ city, line }));
    });
  }
  return [];
}

/** The city's streets that begin with what is typed, with its house number. */
function linesOf(city: City, typed: string): string[] {
  const [, before = '', street = '', after = ''] = /^(\d+\w?)?\s*(.*?)\s*(\d+\w?)?$/.exec(typed) ?? [];
  if (street.length < 2) return [];
  return streetsOf(city)
    .filter((known) => begins(known, street))
    .map((known) => streetLine(city, known, before || after));
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
    // Not an id of ours.
    return null;
  }
}
