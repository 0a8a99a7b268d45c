import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import { usePart } from '../bag/use-part.ts';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldProblems } from './use-problems.ts';
import { useWords } from './words.ts';

const loadFields = () => import('./BillingAddress.tsx');

interface BillingPlace {
  isOpen: boolean;
  /** Where its address may be, null while it is not open or that is not known yet. */
  countries: CheckoutProps['countries'] | null;
}

/** Whether the payment has an address of its own, and in which countries it may be: in any, nothing is sent there. */
export function useBilling({ checkout, fields }: CheckoutState): BillingPlace {
  const isOpen = checkout.requires_shipping && Boolean(fields.billing);
  const [countries, setCountries] = useState<CheckoutProps['countries'] | null>(null);
  useEffect(() => {
    if (!isOpen || countries) return;
    const { lang } = document.documentElement;
    void api('GET /api/v1/storefront/countries', { query: { lang } }).then(({ data }) => setCountries(data));
  }, [isOpen, countries]);
  return { isOpen, countries: isOpen ? countries : null };
}

interface Props {
  state: CheckoutState;
  problems: FieldProblems;
  place: BillingPlace;
}

/** The payment's address: the delivery's, until the shopper says otherwise. */
export function Billing({ state, problems, place }: Props) {
  const words = useWords();
  const { module } = usePart(loadFields, place.isOpen ? 'fields' : '');
  const { first_name, last_name, country_code } = problems.address;
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          name="billing_same"
          checked={!place.isOpen}
          onChange={(event) => {
            const other = { first_name, last_name, country_code };
            void state.choose({ billing: event.currentTarget.checked ? null : other });
          }}
        />
        <span>{words.billingSame}</span>
      </label>
      {place.countries && module && (
        <module.BillingAddress
          key={state.generation}
          state={state}
          problems={problems}
          countries={place.countries}
        />
      )}
    </>
  );
}
