import { useEffect, useRef } from 'react';
import type { SavedAddress } from '#lib/contract/customers.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { Field, fieldIds } from './Field.tsx';
import type { CheckoutProps } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import { useWords } from './words.ts';

interface Props {
  addresses: CheckoutProps['addresses'];
  state: CheckoutState;
}

/** The customer's address book. A checkout without an address begins with the default one. */
export function SavedAddresses({ addresses, state }: Props) {
  const words = useWords();
  const first = useRef({ state, addresses });
  useEffect(() => {
    const { checkout, fields, refill } = first.current.state;
    const [own] = first.current.addresses;
    const isEmpty = checkout.address.address1 === '' && (fields.address?.address1 ?? '') === '';
    if (own && isEmpty) void refill({ address: own.address });
  }, []);
  const { address } = state.fields;
  const chosen = addresses.find((entry) => isSame(entry.address, address));
  return (
    <Field name="saved_address" label={words.savedAddresses}>
      <select
        className="select"
        name="saved_address"
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const wanted = addresses.find(({ id }) => String(id) === event.currentTarget.value);
          void state.refill({ address: wanted?.address ?? emptyAddress });
        }}
        {...fieldIds('saved_address', undefined)}
      >
        <option value="">{words.otherAddress}</option>
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
