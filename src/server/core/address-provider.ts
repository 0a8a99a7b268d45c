/** Who knows addresses (API-040, API-041): asked while a shopper types, and never trusted with more than that text. */

/** Where one search for an address begins and ends: a provider counts its questions as one. */
export interface AddressSession {
  /** BCP 47. */
  language: string;
  /** Random, of the page; '' for none. */
  token: string;
}

export interface AddressSuggestion {
  /** The provider's id, letters, digits, `-` and `_`. */
  id: string;
  /** One line to choose by. */
  text: string;
}

/** '' for what the provider does not know. */
export interface FoundAddress {
  address1: string;
  city: string;
  province: string;
  zip: string;
  /** ISO 3166-1, two capitals. */
  country_code: string;
}

/** Every call has a timeout of its own and throws AddressProviderError when there is no usable answer. */
export interface AddressProvider {
  /** Shown beside suggestions where the provider's terms ask for it, else ''. */
  attribution: string;
  /** @param countries only in these; none for everywhere */
  suggest(text: string, countries: readonly string[], session: AddressSession): Promise<AddressSuggestion[]>;
  /** The address of a suggestion; null for an id the provider does not know. */
  resolve(id: string, session: AddressSession): Promise<FoundAddress | null>;
}

export class AddressProviderError extends Error {
  override name = 'AddressProviderError';
}
