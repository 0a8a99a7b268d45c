import { useEffect, useRef } from 'react';
import type { SavedAddress } from '#lib/contract/customers.ts';
import type { AddressInput } from '#lib/contract/wire-address.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { AddressFields } from './AddressFields.tsx';
import { Field, fieldIds, findField } from './Field.tsx';
import { usePageTexts } from './texts.ts';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldValidation } from './use-problems.ts';

interface DeliveryAddressProps {
  state: CheckoutState;
  problems: FieldValidation;
  countries: CheckoutProps['countries'];
  addresses: CheckoutProps['addresses'];
}

/** Renders the fields of the delivery address, including those that its country and shipping method require. */
export function DeliveryAddress({ state, problems, countries, addresses }: DeliveryAddressProps) {
  const { form, address, shown, taxIdLabel, needsPhone, leave } = problems;
  const texts = usePageTexts();
  const onType = (changes: AddressInput) => state.type({ address: changes });
  const onChoose = (changes: AddressInput) => void state.choose({ address: changes });

  /** Fills in the fields with a suggested address and saves it. */
  function fill(found: AddressInput): void {
    const { country_code, ...rest } = found;
    const isServed = countries.some(({ code }) => code === country_code);
    // A country to which the shop does not deliver cannot be selected, so ignore it and clear the province, which is in that country.
    const changes = isServed ? found : country_code ? { ...rest, province: '' } : rest;
    for (const [name, value] of Object.entries(changes)) {
      const field = findField(form.current, name);
      if (field && value !== undefined) field.value = value;
    }
    onChoose(changes);
  }

  return (
    <section className="step" aria-labelledby="delivery-title">
      <h2 id="delivery-title">{texts.delivery}</h2>
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
        label={texts.phone}
        defaultValue={address.phone}
        error={shown.phone}
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        required={needsPhone}
        isOptional={!needsPhone}
        maxLength={40}
        hint={needsPhone ? texts.phoneNeeded : texts.phoneHint}
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

interface Props {
  addresses: CheckoutProps['addresses'];
  state: CheckoutState;
}

/** Renders a select with the customer's saved addresses. A checkout without an address is prefilled with the default address. */
function SavedAddresses({ addresses, state }: Props) {
  const texts = usePageTexts();
  const first = useRef({ state, addresses });
  useEffect(() => {
    const { checkout, fields, refill } = first.current.state;
    const [defaultAddress] = first.current.addresses;
    const isEmpty = checkout.address.address1 === '' && (fields.address?.address1 ?? '') === '';
    if (defaultAddress && isEmpty) void refill({ address: defaultAddress.address });
  }, []);
  const { address } = state.fields;
  const chosen = addresses.find((entry) => isSame(entry.address, address));
  return (
    <Field name="saved_address" label={texts.savedAddresses}>
      <select
        className="select"
        name="saved_address"
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const selected = addresses.find(({ id }) => String(id) === event.currentTarget.value);
          void state.refill({ address: selected?.address ?? emptyAddress });
        }}
        {...fieldIds('saved_address', undefined)}
      >
        <option value="">{texts.otherAddress}</option>
        {addresses.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.line}
          </option>
        ))}
      </select>
    </Field>
  );
}

function isSame(saved: SavedAddress['address'], typed: Partial<SavedAddress['address']> = {}): boolean {
  return Object.entries(saved).every(
    ([name, value]) => name === 'country' || value === typed[name as keyof typeof typed],
  );
}
