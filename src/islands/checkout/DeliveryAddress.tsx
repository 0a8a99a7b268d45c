import type { SentAddress } from '#lib/contract/wire-address.ts';
import type { Address } from '#lib/orders/address.ts';
import { AddressLine } from './AddressLine.tsx';
import { Field, fieldIds, namedField } from './Field.tsx';
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

/** Places that write the house number by itself. */
const withHouseNumber = new Set('AT BE CH CZ DE DK ES FI IT NL NO PL SE'.split(' '));
const provinceNames: Record<string, 'state' | 'prefecture'> = { US: 'state', AU: 'state', JP: 'prefecture' };
const zipNames: Record<string, 'zipCode' | 'postcode' | 'eircode'> = {
  US: 'zipCode',
  GB: 'postcode',
  AU: 'postcode',
  IE: 'eircode',
};

export function DeliveryAddress({ state, problems, countries, addresses }: DeliveryAddressProps) {
  const { form, address, shown, taxIdLabel, leave } = problems;
  const words = useWords();
  const onType = (changes: SentAddress) => state.type({ address: changes });
  const onChoose = (changes: SentAddress) => void state.choose({ address: changes });
  const country = countries.find(({ code }) => code === address.country_code);
  const provinces = country?.provinces ?? [];

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

  const input = (name: keyof Address, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      name={name}
      label={label}
      defaultValue={address[name]}
      error={shown[name]}
      maxLength={100}
      onInput={(event) => onType({ [name]: event.currentTarget.value })}
      onBlur={() => leave(name)}
      {...more}
    />
  );

  return (
    <section className="step" aria-labelledby="delivery-title">
      <h2 id="delivery-title">{words.delivery}</h2>
      {addresses.length > 0 && <SavedAddresses addresses={addresses} state={state} />}
      <Field name="country_code" label={words.country} error={shown.country_code}>
        <select
          className="select"
          name="country_code"
          autoComplete="shipping country"
          required
          defaultValue={address.country_code}
          onChange={(event) => onChoose({ country_code: event.currentTarget.value, province: '' })}
          {...fieldIds('country_code', shown.country_code)}
        >
          <option value="">{words.chooseCountry}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <div className="pair">
        {input('first_name', words.firstName, { autoComplete: 'shipping given-name', required: true })}
        {input('last_name', words.lastName, { autoComplete: 'shipping family-name', required: true })}
      </div>
      <div className={withHouseNumber.has(address.country_code) ? 'pair pair-wide' : undefined}>
        <AddressLine
          value={address.address1}
          country={address.country_code}
          error={shown.address1}
          onType={(address1) => onType({ address1 })}
          onLeave={() => leave('address1')}
          onPick={fill}
        />
        {withHouseNumber.has(address.country_code) &&
          input('house_number', words.houseNumber, { isOptional: true, maxLength: 40 })}
      </div>
      {input('address2', words.address2, {
        autoComplete: 'shipping address-line2',
        isOptional: true,
        maxLength: 255,
      })}
      <div className={provinces.length > 0 ? 'trio' : 'pair'}>
        {input('city', words.city, {
          autoComplete: 'shipping address-level2',
          required: true,
          maxLength: 120,
        })}
        {provinces.length > 0 && (
          <Field
            name="province"
            label={words[provinceNames[address.country_code] ?? 'province']}
            error={shown.province}
          >
            <select
              key={address.country_code}
              className="select"
              name="province"
              autoComplete="shipping address-level1"
              required
              defaultValue={address.province}
              onChange={(event) => onChoose({ province: event.currentTarget.value })}
              {...fieldIds('province', shown.province)}
            >
              <option value="">{words.pleaseChoose}</option>
              {provinces.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
        {input('zip', words[zipNames[address.country_code] ?? 'zip'], {
          autoComplete: 'shipping postal-code',
          autoCapitalize: 'characters',
          inputMode: address.country_code === 'US' ? 'numeric' : 'text',
          maxLength: 20,
        })}
      </div>
      {input('phone', words.phone, {
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'shipping tel',
        required: true,
        maxLength: 40,
        hint: words.phoneHint,
      })}
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
