import type { AddressInput } from '#lib/contract/wire-address.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { AddressFields, billingPrefix } from './AddressFields.tsx';
import { findField } from './Field.tsx';
import { usePageTexts } from './texts.ts';
import type { AddressField, CheckoutFieldErrors, CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldValidation } from './use-problems.ts';

interface Props {
  state: CheckoutState;
  problems: FieldValidation;
  countries: CheckoutProps['countries'];
}

/** Renders the fields of a separate billing address. */
export function BillingAddress({ state, problems, countries }: Props) {
  const texts = usePageTexts();
  const { form, shown, leave } = problems;

  /** Fills in the fields with a suggested address and saves it. */
  function fill(found: AddressInput): void {
    for (const [name, value] of Object.entries(found)) {
      const field = findField(form.current, billingPrefix + name);
      if (field && value !== undefined) field.value = value;
    }
    void state.choose({ billing: found });
  }

  return (
    <fieldset className="billing">
      <legend className="visually-hidden">{texts.billingAddress}</legend>
      <AddressFields
        purpose="billing"
        address={{ ...emptyAddress, ...state.fields.billing }}
        shown={billingProblems(shown)}
        countries={countries}
        onType={(changes) => state.type({ billing: changes })}
        onChoose={(changes) => void state.choose({ billing: changes })}
        onFill={fill}
        onLeave={(field) => leave(`billing_${field}`)}
      />
    </fieldset>
  );
}

function billingProblems(shown: CheckoutFieldErrors): Partial<Record<AddressField, string>> {
  const entries = Object.entries(shown).filter(([name]) => name.startsWith(billingPrefix));
  return Object.fromEntries(entries.map(([name, message]) => [name.slice(billingPrefix.length), message]));
}
