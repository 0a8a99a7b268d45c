/** A postal address (ORD-08). */

/** As a shopper fills it in. */
export interface Address {
  first_name: string;
  last_name: string;
  address1: string;
  address2: string;
  house_number: string;
  city: string;
  zip: string;
  province: string;
  country: string;
  country_code: string;
  phone: string;
}

export const emptyAddress: Readonly<Address> = Object.freeze({
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
