/**
 * The words of pages as the server writes them, beside R51's (text.ts, which islands share). They cost no script. A
 * language's own texts replace them by key like any other.
 */
export const pageTexts = {
  home: 'Home',
  breadcrumb: 'Breadcrumb',
  skipToContent: 'Skip to content',
  backToTop: 'Back to top',
  backToShop: 'Back to the shop',
  backToBag: 'Back to your bag',
  backToCheckout: 'Back to checkout',
  testMode: 'Test mode',
  testModeHint: 'Test mode: orders are played through, nobody is charged.',
  browseWithoutScripts: 'Look around as you like. To fill your bag and order, please switch on JavaScript.',
  checkoutWithoutScripts: 'To place your order, please switch on JavaScript. Your checkout is kept.',
  lookupWithoutScripts:
    'Looking up an order needs JavaScript. The link in your confirmation mail opens it without.',
  yourOrder: 'Your order',

  details: 'Details',
  maker: 'Maker',
  kind: 'Kind',
  itemNumber: 'Item number',
  quantity: 'Quantity',
  oneFewer: 'One fewer',
  oneMore: 'One more',
  optional: '(optional)',
  choose: 'Choose',
  goesWell: 'Goes well with',
  allVariants: 'All variants',
  picturesOf: 'Pictures of {title}',
  pictureOf: 'Picture {number}: {title}',
  comesIn: 'Comes in',
  sale: 'Sale',
  newHere: 'New',
  recommended: 'You may also like',
  priceNow: 'Now',
  priceBefore: 'Before',
  priceFrom: 'From',

  reviews: 'Reviews',
  reviewsHow:
    'Written by visitors of this page. Where we know the writer bought it here, it says “{verified}”. Praise and complaint are shown alike.',
  verifiedPurchase: 'Verified purchase',
  noReviews: 'Nobody has written about it yet.',
  writeReview: 'Write a review',
  reviewsWithStars: '{star} stars: {count} reviews. Show only these',
  reviewPictures: 'Pictures by buyers',
  pictureBy: 'Picture by {name}',
  helpful: 'Helpful',
  furtherDetails: 'Care, sizes and more',
  reviewPicture: '{number} of {count}, by {name}',

  collections: 'Collections',
  allCollections: 'All collections',
  seeAll: 'See all',
  seeAllOf: 'of {title}',

  carousel: 'carousel',
  slide: 'slide',
  slides: 'Pictures in turn',
  slideOf: '{number} of {count}',
  showSlide: 'Show slide {number}',
  previousSlide: 'Back',
  nextSlide: 'On',
  pauseSlides: 'Stop the slides',
  playSlides: 'Let the slides turn',
  starsOf: '{number} of 5 stars',

  pages: 'Pages',
  page: 'Page {number}',
  previousPage: 'Previous page',
  nextPage: 'Next page',

  journal: 'Journal',
  journalPage: 'Journal, page {number}',
  nothingWritten: 'Nothing has been written yet.',
  nothingWrittenHere: 'Nothing has been written on this page.',

  notFoundTitle: 'Page not found',
  notFound: 'Not on this shelf',
  notFoundHint:
    'The page you followed has moved or never was. Search for what you had in mind, or start with a collection.',
  forbiddenTitle: 'Not yours to open',
  forbidden: 'This one is private',
  forbiddenHint:
    'The order or checkout you opened belongs to somebody else. If it is yours, use the link in your confirmation mail.',
} as const;

export type PageTextKey = keyof typeof pageTexts;
export type PageTexts = Readonly<Record<PageTextKey, string>>;
