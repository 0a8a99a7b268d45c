/** Form bodies and queries as Stripe's packages write them: `metadata[order_no]=1`, `expand[0]=latest_charge`. */

export interface Params {
  [name: string]: string | Params;
}

/** Text of a form or a query as an object of objects; lists are objects with numbers for names. */
export function readForm(text: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[?/).filter((part) => part !== '');
    if (path.some((part) => part === '__proto__')) continue;
    let place = params;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      const inner = typeof next === 'object' ? next : {};
      place[part] = inner;
      place = inner;
    }
    const last = path.at(-1);
    if (last !== undefined) place[last] = value;
  }
  return params;
}

/** A parameter that is one word, '' where it was not sent. */
export function word(params: Params, ...path: string[]): string {
  let place: string | Params | undefined = params;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'string' ? place : '';
}

/** A parameter's own parameters that are words. */
export function words(params: Params, name: string): Record<string, string> {
  const place = params[name];
  return typeof place === 'object'
    ? Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)]))
    : {};
}
