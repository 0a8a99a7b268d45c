/** Returns a name as the staff's search compares it: lower case, without accents, one space between words. */
export function nameKey(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Returns the columns of an order by which the staff's search finds its recipient: by the whole name, and by the last name. */
export function nameKeys({ first_name, last_name }: { first_name: string; last_name: string }): {
  name_key: string;
  last_name_key: string;
} {
  return { name_key: nameKey(`${first_name} ${last_name}`), last_name_key: nameKey(last_name) };
}
