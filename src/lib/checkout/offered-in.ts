/** Where a way to pay is offered (API-059). */

/**
 * @param countries ISO codes the method is limited to; none for everywhere
 * @param country the order goes to; '' where nothing is sent anywhere
 */
export function isOfferedIn(countries: readonly string[], country: string): boolean {
  return countries.length === 0 || countries.includes(country);
}
