/** Passwords that are tried first by whoever guesses (R129). */

let words: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the most common. The list is zxcvbn's, 49,000 words, the 10,000 of R129 first; capitals make
 * none of them better.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return (await words).has(password.toLowerCase());
}
