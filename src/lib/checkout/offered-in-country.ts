/**
 * Returns whether a payment method is offered in a country (API-059).
 * @param countries ISO codes that the method is limited to; empty if there is no limit
 * @param country destination of the order; '' if nothing is shipped
 */
export function isOfferedInCountry(countries: readonly string[], country: string): boolean {
  return countries.length === 0 || countries.includes(country);
}
