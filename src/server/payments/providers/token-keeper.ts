/** Keeps the bearer token of a provider until shortly before it ends. */

interface Token {
  token: string;
  /** How long it may be used, ms. */
  usableMs: number;
}

/**
 * Returns what calls take their token from: one request at a time, however many of them wait for it.
 * @param request asks the provider for a token
 * @param now ms UTC
 */
export function tokenKeeper(request: () => Promise<Token>, now: () => number) {
  let cached: { value: Promise<string>; until: number } | null = null;

  function requested() {
    const entry = { value: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    entry.value = request().then(({ token, usableMs }) => {
      entry.until = now() + usableMs;
      return token;
    });
    entry.value.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry;
  }

  return {
    current(): Promise<string> {
      if (!cached || cached.until <= now()) cached = requested();
      return cached.value;
    },
    /** Tokens can end early: the next call asks for another. */
    forget(): void {
      cached = null;
    },
  };
}
