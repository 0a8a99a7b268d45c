/** A postal address (ORD-08). */

export const emptyAddress = Object.freeze({
  first_name: '',
  last_name: '',
  address1: '',
  address2: '',
  house_number: '',
  city: '',
  zip: '',
  province: '',
  country: '',
  country_code: '',
  phone: '',
});

export type Address = Record<keyof typeof emptyAddress, string>;
