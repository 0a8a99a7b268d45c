import type { SentAddress } from '#lib/contract/wire-address.ts';
import { AddressFields } from './AddressFields.tsx';
import { Field, namedField } from './Field.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldProblems } from './use-problems.ts';
import { useWords } from './words.ts';

interface DeliveryAddressProps {
  state: CheckoutState;
  problems: FieldProblems;
  countries: CheckoutProps['countries'];
  addresses: CheckoutProps['addresses'];
}

/** Where the order goes, and what its country and its way of shipping ask for besides. */
export function DeliveryAddress({ state, problems, countries, addresses }: DeliveryAddressProps) {
  const { form, address, shown, taxIdLabel, needsPhone, leave } = problems;
  const words = useWords();
  const onType = (changes: SentAddress) => state.type({ address: changes });
  const onChoose = (changes: SentAddress) => void state.choose({ address: changes });

  /** A suggestion or another device's data: written into the fields as if typed. */
  function fill(found: SentAddress): void {
    const { country_code, ...rest } = found;
    const isServed = countries.some(({ code }) => code === country_code);
    // A country the shop does not deliver to cannot be chosen, nor one that nobody named.
    const changes = isServed ? found : country_code ? { ...rest, province: '' } : rest;
    for (const [name, value] of Object.entries(changes)) {
      const field = namedField(form.current, name);
      if (field && value !== undefined) field.value = value;
    }
    onChoose(changes);
  }

  return (
    <section className="step" aria-labelledby="delivery-title">
      <h2 id="delivery-title">{words.delivery}</h2>
      {addresses.length > 0 && <SavedAddresses addresses={addresses} state={state} />}
      <AddressFields
        purpose="shipping"
        address={address}
        shown={shown}
        countries={countries}
        onType={onType}
        onChoose={onChoose}
        onFill={fill}
        onLeave={leave}
      />
      <Field
        name="phone"
        label={words.phone}
        defaultValue={address.phone}
        error={shown.phone}
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        required={needsPhone}
        isOptional={!needsPhone}
        maxLength={40}
        hint={needsPhone ? words.phoneNeeded : words.phoneHint}
        onInput={(event) => onType({ phone: event.currentTarget.value })}
        onBlur={() => leave('phone')}
      />
      {taxIdLabel !== '' && (
        <Field
          name="tax_id"
          label={taxIdLabel}
          defaultValue={state.fields.tax_id}
          error={shown.tax_id}
          maxLength={64}
          autoComplete="off"
          onInput={(event) => state.type({ tax_id: event.currentTarget.value })}
          onBlur={() => leave('tax_id')}
        />
      )}
    </section>
  );
}
