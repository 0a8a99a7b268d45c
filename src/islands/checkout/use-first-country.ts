import { type RefObject, useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { getVisitorLocation } from '#client/delivery/visitor-location.ts';
import { findField } from './Field.tsx';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

/**
 * Preselects the likeliest country in a checkout without one, and prices it as if the shopper had chosen it.
 * @param hasAddresses the customer's address book fills the form instead
 */
export function usePreselectedCountry(
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
    const isOpen = () => findField(form.current, 'country_code')?.value === '';
    if (!isOpen()) return;
    void likelyCountry(served).then((likely) => {
      const select = findField(form.current, 'country_code');
      // The shopper may have chosen one meanwhile.
      if (likely === '' || !select || !isOpen()) return;
      select.value = likely;
      void choose({ address: { country_code: likely } });
    });
  }, [form]);
}

/** Returns the only country, the last delivery country or that of the browser's clock; '' if the shop does not ship there. */
async function likelyCountry(served: readonly string[]): Promise<string> {
  if (served.length === 1) return served[0]!;
  const { data } = await api('GET /api/v1/storefront/delivery', { query: getVisitorLocation() });
  const likely = data?.arrives_to ?? '';
  return served.includes(likely) ? likely : '';
}
