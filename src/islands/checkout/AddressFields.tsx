import { provinceLabel, zipLabel } from '#lib/checkout/address-rules.ts';
import type { AddressInput } from '#lib/contract/wire-address.ts';
import type { Address } from '#lib/orders/address.ts';
import { AddressLine } from './AddressLine.tsx';
import { Field, fieldIds } from './Field.tsx';
import { usePageTexts } from './texts.ts';
import type { CheckoutProps } from './types.ts';

/** Countries with a separate house-number field. */
const withHouseNumber = new Set('AT BE CH CZ DE DK ES FI IT NL NO PL SE'.split(' '));

interface AddressFieldsProps {
  /** Autofill section, so that the browser can fill in different addresses for shipping and billing. */
  purpose: 'shipping' | 'billing';
  address: Address;
  /** Currently displayed errors, by field. */
  shown: Partial<Record<keyof Address, string>>;
  countries: CheckoutProps['countries'];
  onType(changes: AddressInput): void;
  onChoose(changes: AddressInput): void;
  /** Called with a suggested address, which the caller writes into the fields. */
  onFill(found: AddressInput): void;
  onLeave(field: keyof Address): void;
}

/** Prefix of the names of billing address fields. */
export const billingPrefix = 'billing_';

/** Renders the fields of a postal address, without the phone number. */
export function AddressFields(props: AddressFieldsProps) {
  const { purpose, address, shown, countries, onType, onChoose, onLeave } = props;
  const texts = usePageTexts();
  const code = address.country_code;
  const provinces = countries.find((candidate) => candidate.code === code)?.provinces ?? [];
  const named = (field: keyof Address) => (purpose === 'billing' ? billingPrefix + field : field);
  const input = (
    field: keyof Address,
    label: string,
    { autoComplete, ...more }: Partial<Parameters<typeof Field>[0]>,
  ) => (
    <Field
      name={named(field)}
      label={label}
      defaultValue={address[field]}
      error={shown[field]}
      maxLength={100}
      autoComplete={autoComplete && `${purpose} ${autoComplete}`}
      onInput={(event) => onType({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
      {...more}
    />
  );
  const select = (
    field: 'country_code' | 'province',
    label: string,
    empty: string,
    options: readonly { code: string; name: string }[],
    autoComplete: string,
    rest: AddressInput = {},
  ) => (
    <Field name={named(field)} label={label} error={shown[field]}>
      <select
        key={field === 'province' ? code : undefined}
        className="select"
        name={named(field)}
        autoComplete={`${purpose} ${autoComplete}`}
        required
        defaultValue={address[field]}
        onChange={(event) => onChoose({ [field]: event.currentTarget.value, ...rest })}
        {...fieldIds(named(field), shown[field])}
      >
        <option value="">{empty}</option>
        {options.map(({ code: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <>
      {select('country_code', texts.country, texts.chooseCountry, countries, 'country', { province: '' })}
      <div className="pair">
        {input('first_name', texts.firstName, { autoComplete: 'given-name', required: !address.last_name })}
        {input('last_name', texts.lastName, { autoComplete: 'family-name' })}
      </div>
      <div className={withHouseNumber.has(code) ? 'pair pair-wide' : undefined}>
        <AddressLine
          name={named('address1')}
          autoComplete={`${purpose} address-line1`}
          value={address.address1}
          country={code}
          error={shown.address1}
          onType={(address1) => onType({ address1 })}
          onLeave={() => onLeave('address1')}
          onPick={props.onFill}
        />
        {withHouseNumber.has(code) &&
          input('house_number', texts.houseNumber, { isOptional: true, maxLength: 40 })}
      </div>
      {input('address2', texts.address2, {
        autoComplete: 'address-line2',
        isOptional: true,
        isFolded: true,
        maxLength: 255,
      })}
      <div className={provinces.length > 0 ? 'pair trio' : 'pair'}>
        {input('city', texts.city, { autoComplete: 'address-level2', required: true, maxLength: 120 })}
        {provinces.length > 0 &&
          select('province', provinceLabel(code, texts), texts.pleaseChoose, provinces, 'address-level1')}
        {input('zip', zipLabel(code, texts), {
          autoComplete: 'postal-code',
          autoCapitalize: 'characters',
          inputMode: code === 'US' ? 'numeric' : 'text',
          maxLength: 20,
        })}
      </div>
    </>
  );
}
