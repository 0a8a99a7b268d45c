/** Addresses while one types (API-040, API-041, R74): what the provider says, and nothing where nobody knows better. */
import * as codes from '#lib/contract/codes.ts';
import { AddressProviderError, type FoundAddress } from '../core/address-provider.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { callersLanguage } from '../theme/page-language.ts';
import { readTheme } from '../theme/store.ts';
import { readCheckoutSettings } from './settings.ts';

const mostSuggestions = 5;
const shortest = 2;

/** @param country code of the chosen one, '' before: then any that the shop delivers to */
export async function suggestAddresses(
  context: Context,
  input: string,
  country: string,
  token: string,
): Promise<{ place_id: string; description: string; attribution: string }[]> {
  const { addresses, db } = context.services;
  const text = input.trim();
  if (!addresses || text.length < shortest) return [];
  const served = (await readCheckoutSettings(db.read)).countries.map(({ code }) => code);
  const countries = country === '' ? served : [country];
  const session = { language: await language(context), token };
  const found = await calmly(context, addresses.suggest(text, countries, session));
  return (found ?? [])
    .slice(0, mostSuggestions)
    .map(({ id, text: description }) => ({ place_id: id, description, attribution: addresses.attribution }));
}

/** @throws Failure 10404 when nobody knows the place */
export async function resolveAddress(context: Context, id: string, token: string): Promise<FoundAddress> {
  const { addresses } = context.services;
  const session = addresses && { language: await language(context), token };
  const found = session && (await calmly(context, addresses.resolve(id, session)));
  if (!found) throw new Failure(codes.notFound, 'This address was not found. Please type it in.');
  return found;
}

/** A provider that is away leaves the field as it is: one can always type. */
async function calmly<Answer>({ services }: Context, asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AddressProviderError)) throw error;
    services.log.warn({ err: error }, 'address provider not reached');
    return null;
  }
}

/** Of the page that calls, else the shop's own. */
async function language(context: Context): Promise<string> {
  return (await callersLanguage(context)) || (await readTheme(context.services.db.read, 'shop')).lang;
}
