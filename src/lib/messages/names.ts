export const nameTexts = {
  firstName: 'First name',
  lastName: 'Last name',
} as const;
