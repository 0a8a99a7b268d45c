/** A checkout without a country begins with the likeliest one, priced as if it had been chosen; it stays changeable. */
import { type RefObject, useEffect, useRef } from 'react';
import { $lastCountry, rememberCountry } from '#client/stores/last-country.ts';
import { namedField } from './Field.tsx';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

/**
 * @param countries those the shop ships to
 * @param hasAddresses the customer's address book fills the form instead
 */
export function useFirstCountry(
  state: CheckoutState,
  form: RefObject<HTMLFormElement | null>,
  countries: CheckoutProps['countries'],
  hasAddresses: boolean,
): void {
  const first = useRef({ state, countries, hasAddresses });
  useEffect(() => {
    const { checkout, choose } = first.current.state;
    const isPayPals = new URLSearchParams(location.search).has('paypalOrderId');
    if (!checkout.requires_shipping || first.current.hasAddresses || isPayPals) return;
    const served = first.current.countries.map(({ code }) => code);
    const likely = served.length === 1 ? served[0] : $lastCountry.get();
    if (!likely || !served.includes(likely)) return;
    const select = namedField(form.current, 'country_code');
    // Chosen meanwhile, or given before.
    if (!select || select.value !== '') return;
    select.value = likely;
    void choose({ address: { country_code: likely } });
  }, [form]);

  // Whoever orders has said where things go; so has who chose a saved address.
  const ordered = state.checkout.order_no === '' ? '' : state.checkout.address.country_code;
  useEffect(() => rememberCountry(ordered), [ordered]);
}
