/** Validates the fields of the checkout. A field's error appears when the field loses focus, and all errors appear after "Pay". */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import {
  type AddressField,
  type CountryRules,
  validateAddress,
  validateEmail,
} from '#lib/checkout/address-rules.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import type { CheckoutTexts } from './texts.ts';
import type { CheckoutFieldErrors, FieldName } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

export interface FieldValidation {
  form: RefObject<HTMLFormElement | null>;
  /** The address as entered, with '' for missing fields. */
  address: Address;
  /** True if the selected shipping method requires a phone number. */
  needsPhone: boolean;
  /** Label of the country's tax id, '' for none. */
  taxIdLabel: string;
  /** True if all fields are valid, whether or not their errors are displayed. */
  isComplete: boolean;
  /** Currently displayed errors, by field. */
  shown: CheckoutFieldErrors;
  /** Called when a field loses focus: shows the field's error and saves the input. */
  leave(field: FieldName): void;
  /** Returns true if the order may be placed; otherwise shows all errors and focuses the first invalid field. */
  check(): boolean;
}

export function useFieldValidation(
  { checkout, fields, flush }: CheckoutState,
  countries: readonly CountryRules[],
  /** Countries allowed in a billing address; null if there is no separate billing address or the countries are not loaded yet. */
  billingCountries: readonly CountryRules[] | null,
  texts: CheckoutTexts,
): FieldValidation {
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  const address = { ...emptyAddress, ...fields.address };
  const taxId = useTaxId(checkout.requires_shipping ? address.country_code : '');
  const needsPhone = isPhoneNeeded(checkout, fields.shipping_id);
  const found: CheckoutFieldErrors = checkout.requires_shipping
    ? validateAddress(address, countries, texts, needsPhone)
    : {};
  const billing = { ...emptyAddress, ...fields.billing };
  if (checkout.requires_shipping && fields.billing && billingCountries) {
    const wrong = validateAddress(billing, billingCountries, texts);
    for (const [field, message] of Object.entries(wrong)) found[`billing_${field as AddressField}`] = message;
  }
  const email = validateEmail(fields.email ?? '', texts);
  if (email) found.email = email;
  const tax = checkout.requires_shipping ? taxIdProblem(taxId, fields.tax_id ?? '', texts) : '';
  if (tax) found.tax_id = tax;

  const isComplete = Object.keys(found).length === 0;
  const values = { ...address, ...billingFields(billing), email: fields.email, tax_id: fields.tax_id };
  const shown = Object.fromEntries(
    Object.entries(found).filter(([field]) => {
      const name = field as FieldName;
      return attempts > 0 || (touchedFields.has(name) && values[name]?.trim());
    }),
  ) as CheckoutFieldErrors;

  useEffect(() => {
    if (attempts === 0) return;
    const fields = [...(form.current?.elements ?? [])] as HTMLElement[];
    fields.find((field) => field.getAttribute('aria-invalid') === 'true')?.focus();
  }, [attempts]);

  return {
    form,
    address,
    needsPhone,
    taxIdLabel: taxId?.label ?? '',
    isComplete,
    shown,
    leave(field) {
      setTouchedFields((before) => new Set(before).add(field));
      void flush();
    },
    check() {
      if (!isComplete) setAttempts((count) => count + 1);
      return isComplete;
    },
  };
}

/** Returns the billing address, keyed by form field name. */
function billingFields(address: Address) {
  const named = Object.entries(address).map(([field, value]) => [`billing_${field}`, value]);
  return Object.fromEntries(named) as Record<`billing_${AddressField}`, string>;
}

/** Returns whether the shipping method requires a phone number. @param chosen id of the latest choice, which may not be saved yet */
function isPhoneNeeded({ shippings, shipping_id }: WireCheckout, chosen = ''): boolean {
  const method = shippings.find(({ id }) => id === chosen) ?? shippings.find(({ id }) => id === shipping_id);
  return method?.needs_phone === true;
}

function taxIdProblem(rule: TaxIdRule | null, value: string, texts: CheckoutTexts): string {
  if (!rule || rule.label === '') return '';
  if (value.trim() === '') return rule.required ? texts.text('requiredMsg', { name: rule.label }) : '';
  return new RegExp(rule.pattern).test(value.trim()) ? '' : texts.text('validMsg', { name: rule.label });
}

type TaxIdRule = ResponseData<Endpoints['GET /api/v1/tax/id/:id']>;

/** Returns the country's tax id rule (API-060), null until the rule is loaded. */
function useTaxId(country: string): TaxIdRule | null {
  const [rule, setRule] = useState<TaxIdRule | null>(null);
  useEffect(() => {
    setRule(null);
    if (country === '') return;
    const stop = new AbortController();
    void api('GET /api/v1/tax/id/:id', { params: { id: country } }, { signal: stop.signal }).then(
      (answer) => {
        if (!stop.signal.aborted && answer.code === 0) setRule(answer.data);
      },
    );
    return () => stop.abort();
  }, [country]);
  return rule;
}
