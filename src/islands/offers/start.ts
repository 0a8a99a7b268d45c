/** The offers of a product's page: what each does is fetched when it is near, or opened. */
import { whenNear } from '#lib/pages/when-near.ts';

export function startOffers(): void {
  for (const set of document.querySelectorAll<HTMLElement>('[data-set]')) {
    whenNear(set, () => void import('./set.ts').then(({ mountSet }) => mountSet(set)));
  }
  const table = document.querySelector<HTMLDetailsElement>('details[data-table]');
  const fill = () =>
    table?.open && void import('./variants-table.ts').then(({ mountTable }) => mountTable(table));
  table?.addEventListener('toggle', fill);
  fill();
  const saving = document.getElementById('saving');
  const form = document.querySelector<HTMLFormElement>('form#buy');
  if (saving && form)
    whenNear(
      saving,
      () => void import('./saving.ts').then(({ mountSaving }) => mountSaving(form, saving)),
      0,
    );
}
