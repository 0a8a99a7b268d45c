/**
 * Adds a stylesheet to the page in a same-origin iframe, so that pages outside an iframe need not load it.
 * @param done called once, when the stylesheet has loaded or failed, or after `maxWait` ms: the page works without it
 */
export function addFrameStylesheet(
  frame: HTMLIFrameElement | null,
  sheet: string,
  done: () => void,
  maxWait = 1000,
): void {
  const page = frame?.contentDocument;
  if (!page?.head) {
    done();
    return;
  }
  let isDone = false;
  const once = () => {
    if (!isDone) done();
    isDone = true;
  };
  const link = Object.assign(page.createElement('link'), { rel: 'stylesheet', href: sheet });
  link.onload = link.onerror = once;
  page.head.append(link);
  setTimeout(once, maxWait);
}
