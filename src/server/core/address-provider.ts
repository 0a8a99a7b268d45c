/** Port: address suggestions while a shopper types (API-040, API-041). The provider receives the typed text and nothing else. */

/** One search for an address, from the first keystroke to the choice: providers bill its requests as one. */
export interface AddressSession {
  /** BCP 47. */
  language: string;
  /** Random, per page; '' for none. */
  token: string;
}

export interface AddressSuggestion {
  /** The provider's id: letters, digits, `-` and `_`. */
  id: string;
  /** One line of text to display. */
  text: string;
}

/** Fields that the provider does not have are ''. */
export interface AddressDetails {
  address1: string;
  city: string;
  province: string;
  zip: string;
  /** ISO 3166-1 alpha-2, upper-case. */
  country_code: string;
}

/** Every call has its own timeout and throws AddressProviderError when there is no usable response. */
export interface AddressProvider {
  /** Text to show beside suggestions if the provider's terms require it, otherwise ''. */
  attribution: string;
  /** @param countries limits the search to these; empty for all */
  suggest(text: string, countries: readonly string[], session: AddressSession): Promise<AddressSuggestion[]>;
  /** Returns the address of a suggestion; null when the provider does not have the id. */
  resolve(id: string, session: AddressSession): Promise<AddressDetails | null>;
}

export class AddressProviderError extends Error {
  override name = 'AddressProviderError';
}
