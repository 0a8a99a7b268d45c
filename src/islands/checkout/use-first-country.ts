import { type RefObject, useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { getVisitorLocation } from '#client/delivery/visitor-location.ts';
import { findField } from './Field.tsx';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

/**
 * Preselects the most likely country if the checkout has none, and saves it like a choice of the shopper, which updates the prices.
 * @param hasAddresses true if a saved address of the customer fills in the form instead
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
      // The shopper may have chosen a country in the meantime.
      if (likely === '' || !select || !isOpen()) return;
      select.value = likely;
      void choose({ address: { country_code: likely } });
    });
  }, [form]);
}

/**
 * Returns the only country, else the last delivery country or the country of the browser's time zone; '' if the shop does not ship
 * there.
 */
async function likelyCountry(served: readonly string[]): Promise<string> {
  if (served.length === 1) return served[0]!;
  const { data } = await api('GET /api/v1/storefront/delivery', { query: getVisitorLocation() });
  const likely = data?.arrives_to ?? '';
  return served.includes(likely) ? likely : '';
}
