/**
 * Gives the page in a frame of our own origin a style sheet of its place, which no page pays for that is not framed.
 * @param done called once when it applies, when it cannot be had, or after `longest` ms: without it the page still works
 */
export function frameStylesheet(
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
