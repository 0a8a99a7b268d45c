const shapes = {
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.8',
  error: 'M12 4 2.8 20h18.4L12 4M12 10v4.5M12 17.2v.3',
} as const;

/** The picture beside a message. */
export function messagePicture(type: keyof typeof shapes): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('class', 'icon');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', shapes[type]);
  picture.append(path);
  return picture;
}
