/**
 * Interface of address providers, which suggest addresses while a shopper types (API-040, API-041). The typed text is the only shopper data
 * that a provider receives.
 */

/** Session of an address search, from the first keystroke to the selection; providers bill all requests of a session as one search. */
export interface AddressSession {
  /** Language of the suggestions, BCP 47. */
  language: string;
  /** Random token that is created per page; '' for none. */
  token: string;
}

export interface AddressSuggestion {
  /** The provider's id of the suggestion: letters, digits, `-` and `_`. */
  id: string;
  /** The suggested address as one line of text to display. */
  text: string;
}

/** Address of a suggestion; fields that the provider does not return are ''. */
export interface AddressDetails {
  address1: string;
  city: string;
  province: string;
  zip: string;
  /** Country code, ISO 3166-1 alpha-2, upper case. */
  country_code: string;
}

/** A provider of address suggestions. Every method has its own timeout and throws AddressProviderError if there is no usable response. */
export interface AddressProvider {
  /** Text to display next to the suggestions if the provider's terms require it, otherwise ''. */
  attribution: string;
  /** Returns address suggestions for a text. @param countries limits the search to these countries; empty for all countries */
  suggest(text: string, countries: readonly string[], session: AddressSession): Promise<AddressSuggestion[]>;
  /** Returns the address of a suggestion; null if the provider does not find the id. */
  resolve(id: string, session: AddressSession): Promise<AddressDetails | null>;
}

export class AddressProviderError extends Error {
  override name = 'AddressProviderError';
}
