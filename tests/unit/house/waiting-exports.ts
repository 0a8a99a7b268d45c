/**
 * Exports of src that only tests use as yet, each with the requirements that wait for it: accounts, popups and tracking
 * will use them. Until then the tests that name these requirements prove no more than the function itself.
 */
export const waitingExports: Readonly<Record<string, readonly string[]>> = {
  'src/islands/forms/TextArea.tsx: TextArea': ['VAL-16', 'VAL-17', 'VAL-18'],
  'src/lib/forms/dates.ts: elapsedSince': ['VAL-19', 'VAL-20'],
  'src/lib/forms/rules.ts: emailOptional': ['VAL-03'],
  'src/lib/forms/rules.ts: numericPhone': ['VAL-09', 'VAL-10'],
  'src/lib/forms/rules.ts: password': ['VAL-05', 'VAL-06', 'VAL-07'],
  'src/lib/newsletter/source-type.ts: popupSource': ['NEWS-09'],
  'src/lib/page-type.ts: bagPages': ['NAV-20'],
  'src/lib/page-type.ts: trackedPages': ['NAV-21'],
};
