/** Wider than this the header is laid out for a desktop, at and below it for a phone (HDR-36, R38). As frame.css has it. */
export const wideLayout = '(width > 1040px)';
