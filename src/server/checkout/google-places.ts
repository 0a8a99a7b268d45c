/**
 * Address search with Google's Places API (New): `places:autocomplete`, then the postal address of the place. Google bills
 * both requests as one search if they share a session token.
 */
import { z } from 'zod';
import { type AddressProvider, AddressProviderError, type AddressSession } from '../core/address-provider.ts';

/** Timeout of a request, ms: the shopper is typing, so a later response is useless. */
const timeoutMs = 3_000;
/** Maximum number of regions that Google accepts in `includedRegionCodes`. */
const maxRegions = 15;
const placeId = /^[\w-]{1,300}$/;

const suggestions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({ placeId: z.string().regex(placeId), text: z.object({ text: z.string() }) })
          .optional(),
      }),
    )
    .default([]),
});
const word = z.string().default('');
const place = z.object({
  postalAddress: z
    .object({
      regionCode: word,
      postalCode: word,
      administrativeArea: word,
      locality: word,
      addressLines: z.array(z.string()).default([]),
    })
    .optional(),
});

export interface GooglePlacesConfig {
  /** Base URL of the Places API, without a trailing slash. */
  api: string;
  key: string;
  attribution: string;
}

export function createGooglePlacesProvider(
  { api, key, attribution }: GooglePlacesConfig,
  fetcher: typeof fetch,
): AddressProvider {
  /** Sends a request to Google and validates the response. @returns null if Google does not find the place */
  async function call<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    init: { method?: 'POST'; body?: string; fields: string },
  ): Promise<z.output<Schema> | null> {
    const { fields, ...rest } = init;
    const name = path.split('?')[0];
    let answer: Response;
    let text: string;
    try {
      answer = await fetcher(`${api}/v1/${path}`, {
        ...rest,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await answer.text();
    } catch (cause) {
      throw new AddressProviderError(`Google ${name} did not respond.`, { cause });
    }
    if (answer.status === 404 || (answer.status === 400 && init.method !== 'POST')) return null;
    if (!answer.ok) throw new AddressProviderError(`Google ${name} responded with status ${answer.status}.`);
    const parsed = schema.safeParse(readJson(text));
    if (!parsed.success) throw new AddressProviderError(`Google ${name} responded in an unknown format.`);
    return parsed.data;
  }

  return {
    attribution,

    async suggest(input, countries, { language, token }) {
      const body = {
        input,
        languageCode: language,
        includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route', 'locality'],
        ...(countries.length > 0 && countries.length <= maxRegions && { includedRegionCodes: countries }),
        ...(token && { sessionToken: token }),
      };
      const found = await call(suggestions, 'places:autocomplete', {
        method: 'POST',
        body: JSON.stringify(body),
        fields: 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
      });
      return (found?.suggestions ?? []).flatMap(({ placePrediction }) =>
        placePrediction ? [{ id: placePrediction.placeId, text: placePrediction.text.text }] : [],
      );
    },

    async resolve(id, session) {
      if (!placeId.test(id)) return null;
      const found = await call(place, `places/${id}?${sessionQuery(session)}`, { fields: 'postalAddress' });
      if (!found) return null;
      const {
        addressLines = [],
        locality,
        administrativeArea,
        postalCode,
        regionCode,
      } = found.postalAddress ?? {};
      return {
        address1: addressLines.join(', '),
        city: locality ?? '',
        province: administrativeArea ?? '',
        zip: postalCode ?? '',
        country_code: regionCode ?? '',
      };
    },
  };
}

function sessionQuery({ language, token }: AddressSession): string {
  return new URLSearchParams({ languageCode: language, ...(token && { sessionToken: token }) }).toString();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Return invalid JSON as text: it fails the schema, which reports the error.
    return text;
  }
}
