/** Words of every form that asks for a name. */
export const nameTexts = {
  firstName: 'First name',
  lastName: 'Last name',
} as const;
