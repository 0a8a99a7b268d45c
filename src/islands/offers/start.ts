/** The offers of a product's page: what each does is fetched when it is near, or opened. */
import { announce, lostMessage } from '#client/announce.ts';
import { whenNear } from '#client/when-near.ts';

type Mount<Offer> = (offer: Offer) => Promise<void>;

const loadSet = () => import('./set.ts').then(({ mountSet }) => mountSet);
const loadTable = () => import('./variants-table.ts').then(({ mountTable }) => mountTable);
const loadSaving = () => import('./saving.ts');

export function startOffers(): void {
  for (const set of document.querySelectorAll<HTMLElement>('[data-set]')) {
    whenNear(set, () => bring(set, loadSet));
  }
  const table = document.querySelector<HTMLDetailsElement>('details[data-table]');
  const fill = () => table?.open && bring(table, loadTable);
  table?.addEventListener('toggle', fill);
  fill();
  const saving = document.getElementById('saving');
  const form = document.querySelector<HTMLFormElement>('form#buy');
  if (!saving || !form) return;
  const save = () =>
    loadSaving()
      .catch(loadSaving)
      .then(
        ({ mountSaving }) => mountSaving(form, saving),
        // Nobody has asked for it: the page says no more than what its promotions are.
        () => {},
      );
  whenNear(saving, save, 0);
}

/** Fetches what an offer does, a second time where the first fails. Where it is lost the offer says so, and a click in it tries again. */
function bring<Offer extends HTMLElement>(offer: Offer, load: () => Promise<Mount<Offer>>): void {
  load()
    .catch(load)
    .then(
      (mount) => mount(offer),
      () => {
        offer.querySelector('.set-sum')?.replaceChildren(lostMessage());
        announce(lostMessage());
        offer.addEventListener('click', () => bring(offer, load), { once: true });
      },
    );
}
