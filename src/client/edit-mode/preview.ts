/**
 * Edit mode (R89, EDIT-06): the page receives settings in messages from its own origin and re-renders itself with them. Nothing is
 * saved; a reload restores the published settings. The editor sends `{ type: 'atoll:preview', settings: { header: {…} } }` and
 * receives `{ type: 'atoll:previewed', problem: '' }`, or an error message in `problem`. The page sends `{ type: 'atoll:ready' }`
 * to its parent when it starts listening; messages sent earlier are lost.
 */

const parts = ['.top', '#header', '#main', '.footer'];
const sheet = new CSSStyleSheet();

/** Starts listening for preview settings. Call this in edit mode only. */
export function mountPreview(): void {
  placeNotice();
  document.adoptedStyleSheets.push(sheet);
  let latest = 0;
  addEventListener('message', async ({ data, origin, source }) => {
    if (origin !== location.origin || data?.type !== 'atoll:preview') return;
    latest += 1;
    const requestNo = latest;
    const answer = await fetchPreview(data.settings);
    // If several previews are pending, display only the latest.
    if (requestNo === latest && answer.page) show(answer.page);
    source?.postMessage({ type: 'atoll:previewed', problem: answer.problem }, { targetOrigin: origin });
  });
  parent.postMessage({ type: 'atoll:ready' }, location.origin);
}

interface Shown {
  html: string;
  css: string;
}

async function fetchPreview(settings: unknown): Promise<{ page: Shown | null; problem: string }> {
  try {
    const response = await fetch('/edit/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: location.pathname + location.search, settings }),
    });
    const { data, msg } = (await response.json()) as { data: Shown | null; msg: string };
    return { page: data, problem: msg };
  } catch {
    return { page: null, problem: 'The shop cannot be reached right now.' };
  }
}

function show({ html, css }: Shown): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  sheet.replaceSync(css);
  document.title = next.title;
  // Select the current currency in the new currency lists, too: a different value would count as the shopper's choice.
  const [shown] = currencyLists(document);
  for (const list of currencyLists(next)) if (shown) list.value = shown.value;
  for (const part of parts) {
    const [old, fresh] = [document.querySelector(part), next.querySelector(part)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  placeNotice();
  // Let the page's header script mount the new header: importing that module here would split it into a separate chunk on every page.
  dispatchEvent(new Event('atoll:shown'));
  void import('../carousel/carousel.ts').then(({ mountCarousels }) => mountCarousels());
}

const currencyLists = (page: ParentNode) =>
  page.querySelectorAll<HTMLSelectElement>('[data-currency-picker]');

/** Moves the notice bar into the header, as the editor displays it (HDR-29). */
function placeNotice(): void {
  const notice = document.querySelector('.top > .notice');
  if (notice) document.getElementById('header')?.prepend(notice);
}
