/**
 * Built-in icons for text notes by name, as SVG paths on a grid of 24 units. For any other name, the merchant's stylesheet must provide the
 * icon.
 */
export const noteIcons: Readonly<Record<string, string>> = {
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4l3 2',
  leaf: 'M5 19c0-9 5-14 14-14c0 9-5 14-14 14l7-7',
  gift: 'M4 10h16v10H4zM12 10v10M12 10c-5 0-5-6-2-6c2 0 2 3 2 6c0-3 0-6 2-6c3 0 3 6-2 6',
  star: 'M12 4l2.4 5.2l5.6.7l-4.1 3.9l1.1 5.6l-5-2.8l-5 2.8l1.1-5.6L4 9.9l5.6-.7z',
};
