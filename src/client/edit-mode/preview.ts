/**
 * Edit mode (R89, EDIT-06): the page receives settings by message from its own origin and renders itself with them. Nothing is
 * saved; a reload restores the shop. The editor sends `{ type: 'atoll:preview', settings: { header: {…} } }` and receives `{
 * type: 'atoll:previewed', problem: '' }`, or the problem. The page sends `{ type: 'atoll:ready' }` to its parent once it
 * listens; earlier messages are lost.
 */

const parts = ['.top', '#header', '#main', '.footer'];
const sheet = new CSSStyleSheet();

/** Starts listening. Call it in edit mode only. */
export function mountPreview(): void {
  placeNotice();
  document.adoptedStyleSheets.push(sheet);
  let latest = 0;
  addEventListener('message', async ({ data, origin, source }) => {
    if (origin !== location.origin || data?.type !== 'atoll:preview') return;
    latest += 1;
    const requestNo = latest;
    const answer = await fetchPreview(data.settings);
    // Shows only the latest of several previews.
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
  // The new currency lists must show the current selection: a different one would count as the shopper's choice.
  const [shown] = currencyLists(document);
  for (const list of currencyLists(next)) if (shown) list.value = shown.value;
  for (const part of parts) {
    const [old, fresh] = [document.querySelector(part), next.querySelector(part)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  placeNotice();
  // The header's own script mounts the new header: importing it here would make it a separate script on every page.
  dispatchEvent(new Event('atoll:shown'));
  void import('../carousel/carousel.ts').then(({ mountCarousels }) => mountCarousels());
}

const currencyLists = (page: ParentNode) =>
  page.querySelectorAll<HTMLSelectElement>('[data-currency-picker]');

/** The editor shows the notice bar as part of the header (HDR-29). */
function placeNotice(): void {
  const notice = document.querySelector('.top > .notice');
  if (notice) document.getElementById('header')?.prepend(notice);
}
