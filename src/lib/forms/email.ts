/** E-mail addresses (R16, R120). The same functions run in the browser and on the server. */
const domain = '(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\\.)+[A-Za-z0-9]{2,8}';
const plain = new RegExp(`^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*@${domain}$`);
const withPlus = new RegExp(`^[A-Za-z0-9]+(?:[-_.+][A-Za-z0-9]+)*@${domain}$`);
const longest = 254;

/** True for an address the footer, popup and subscribe boxes take (R16); surrounding space does not count. */
export function isEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= longest && plain.test(address);
}

/** As isEmail, and a plus sign in the local part is fine: login, register, forgot, checkout, order look-up (R120). */
export function isAccountEmail(value: string): boolean {
  const address = value.trim();
  return address.length <= longest && withPlus.test(address);
}
