// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AddressForm } from '#islands/account/AddressForm.tsx';
import { emptyAddress } from '#lib/orders/address.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const countries = [
  { code: 'DE', name: 'Germany', provinces: [], zip_pattern: '', zip_required: true },
  {
    code: 'US',
    name: 'United States',
    provinces: [{ code: 'OR', name: 'Oregon' }],
    zip_pattern: '',
    zip_required: true,
  },
];
const saved = {
  ...{ ...emptyAddress, first_name: 'Ada', address1: 'Hafenstr.', house_number: '12 a' },
  ...{ city: 'Bremen', zip: '28195', country_code: 'DE', country: 'Germany' },
};
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const open = () => {
  const entry = { id: 7, address: saved, is_default: true };
  const onSaved = vi.fn();
  render(<AddressForm {...{ entry, countries, onSaved }} isFirst={false} onCancel={() => {}} />);
  return onSaved;
};

test('an address that was given with a house number keeps it when it is changed [ACCT-16]', async () => {
  const sent: { address: typeof saved }[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ code: 0, msg: '', data: { addresses: [] } });
  });
  const onSaved = open();
  expect(input('Address').value).toBe('Hafenstr. 12 a');
  fireEvent.change(input('City'), { target: { value: 'Bremerhaven' } });
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent[0]!.address).toMatchObject({ address1: 'Hafenstr. 12 a', city: 'Bremerhaven', zip: '28195' });
});

test('the first field at fault, as the form shows them, has the focus and is announced [ACCT-16]', () => {
  document.body.innerHTML = '<div id="live"></div>';
  open();
  expect(document.activeElement).toBe(input('First name'));
  fireEvent.change(input('Country'), { target: { value: '' } });
  fireEvent.change(input('City'), { target: { value: '' } });
  fireEvent.submit(document.querySelector('form')!);
  expect(document.activeElement).toBe(input('Country'));
  expect(document.getElementById('live')?.textContent).toBe("Country can't be blank");
});
