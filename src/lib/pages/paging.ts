/** Calculates the page numbers of a list's pagination: first, last, current and neighbouring pages, with gaps between them. */

export interface Paging {
  current: number;
  last: number;
  /** Page numbers in ascending order; null is a gap. */
  numbers: (number | null)[];
  previous: number | null;
  next: number | null;
  /** True if the list has entries, but none on this page. */
  isBeyond: boolean;
}

/** Returns whether a page is beyond the end of its list. Such a page is a 404, so that there are no more URLs than pages. */
export function isBeyondLast(list: { total: number; page_num: number; page_size: number }): boolean {
  return list.page_num > paging(list.total, list.page_num, list.page_size).last;
}

/**
 * Returns the pagination of a list.
 * @param total number of entries in the whole list
 * @param pageNum number of the current page, from 1
 */
export function paging(total: number, pageNum: number, pageSize: number): Paging {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const isBeyond = total > 0 && pageNum > last;
  const shownPages = new Set([1, pageNum - 1, pageNum, pageNum + 1, last].filter((n) => n >= 1 && n <= last));
  const numbers: (number | null)[] = [];
  for (const number of [...shownPages].sort((one, other) => one - other)) {
    const before = numbers.at(-1);
    // A gap of one page would be as wide as its number, so the number is displayed instead.
    if (before && number - before === 2) numbers.push(number - 1);
    else if (before && number - before > 2) numbers.push(null);
    numbers.push(number);
  }
  return {
    current: pageNum,
    last,
    numbers,
    previous: pageNum > 1 ? Math.min(pageNum - 1, last) : null,
    next: pageNum < last ? pageNum + 1 : null,
    isBeyond,
  };
}
