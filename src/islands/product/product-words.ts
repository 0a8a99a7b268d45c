/** Words that only the product form's own parts say (decision 0094). */
export const productWords = {
  uploading: 'Uploading {name}, {percent} %',
  uploaded: '{name} is uploaded',
  uploadFailed: 'The picture could not be uploaded. Please try again.',
  uploadType: 'Please choose a PNG, JPEG or WebP picture.',
  uploadSize: 'The picture may be at most 5 MB.',
  tryAgain: 'Try again',
  removePicture: 'Remove {name}',
  preview: 'Preview',
  previewOf: 'Preview of your design: {parts}',
  previewPicture: 'your picture',
  sizeGuide: 'Size guide',
  recentlyViewed: 'Recently viewed',
  shelfBack: 'Back',
  shelfOn: 'Further',
} as const;
