import { api } from '#client/api/api.ts';
import { loadFailedMessage } from '#client/page/announce.ts';
import { usePart } from '../use-part.ts';
import { useWords } from './texts.ts';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldProblems } from './use-problems.ts';

const loadFields = () => import('./BillingAddress.tsx');

/** In any country: nothing is sent there. */
async function loadCountries(): Promise<CheckoutProps['countries']> {
  const { lang } = document.documentElement;
  const { data, msg } = await api('GET /api/v1/storefront/countries', { query: { lang } });
  if (!data) throw new Error(msg);
  return data;
}

interface BillingPlace {
  isOpen: boolean;
  /** Where its address may be, null while it is not open or that is not known yet. */
  countries: CheckoutProps['countries'] | null;
  /** It cannot be known. */
  isLost: boolean;
}

/** Whether the payment has an address of its own, and in which countries it may be. */
export function useBilling({ checkout, fields }: CheckoutState): BillingPlace {
  const isOpen = checkout.requires_shipping && Boolean(fields.billing);
  const { module: countries, isLost } = usePart(loadCountries, isOpen ? 'countries' : '');
  return { isOpen, countries: isOpen ? countries : null, isLost: isOpen && isLost };
}

interface Props {
  state: CheckoutState;
  problems: FieldProblems;
  place: BillingPlace;
}

/** The payment's address: the delivery's, until the shopper says otherwise. */
export function Billing({ state, problems, place }: Props) {
  const words = useWords();
  const { module, isLost } = usePart(loadFields, place.isOpen ? 'fields' : '');
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
      {(isLost || place.isLost) && <p className="field-error">{loadFailedMessage()}</p>}
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
