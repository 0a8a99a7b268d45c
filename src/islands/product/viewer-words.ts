/** Words of the picture viewer (decision 0094). */
export const viewerWords = {
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close pictures',
  count: '{number} / {count}',
} as const;
