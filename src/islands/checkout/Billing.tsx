import { api } from '#client/api/api.ts';
import { loadFailedMessage } from '#client/page/announce.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { usePageTexts } from './texts.ts';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldValidation } from './use-problems.ts';

const loadFields = () => import('./BillingAddress.tsx');

/** Fetches all countries, because a billing address may be in a country to which the shop does not ship. */
async function loadCountries(): Promise<CheckoutProps['countries']> {
  const { lang } = document.documentElement;
  const { data, msg } = await api('GET /api/v1/storefront/countries', { query: { lang } });
  if (!data) throw new Error(msg);
  return data;
}

interface BillingPlace {
  isOpen: boolean;
  /** Countries allowed in a billing address; null while the form is closed or the countries are loading. */
  countries: CheckoutProps['countries'] | null;
  /** True if the countries could not be loaded. */
  loadFailed: boolean;
}

/** Returns whether the payment has a separate billing address, and the countries allowed in it. */
export function useBilling({ checkout, fields }: CheckoutState): BillingPlace {
  const isOpen = checkout.requires_shipping && Boolean(fields.billing);
  const { module: countries, isLost: loadFailed } = useLazyModule(loadCountries, isOpen ? 'countries' : '');
  return { isOpen, countries: isOpen ? countries : null, loadFailed: isOpen && loadFailed };
}

interface Props {
  state: CheckoutState;
  problems: FieldValidation;
  place: BillingPlace;
}

/** Renders a checkbox for using the delivery address as billing address and, if it is unticked, the fields of a separate address. */
export function Billing({ state, problems, place }: Props) {
  const texts = usePageTexts();
  const { module, isLost: loadFailed } = useLazyModule(loadFields, place.isOpen ? 'fields' : '');
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
        <span>{texts.billingSame}</span>
      </label>
      {(loadFailed || place.loadFailed) && <p className="field-error">{loadFailedMessage()}</p>}
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
