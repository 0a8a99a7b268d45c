/** Roles of staff and what each may do; the server and the menus of the admin read this table. */

export const permissions = [
  'orders:read',
  'orders:write',
  'refunds:write',
  'products:read',
  'products:write',
  'customers:read',
  'customers:write',
  'customers:export',
  'reviews:write',
  'reports:read',
  'staff:manage',
  'tokens:manage',
  'keys:manage',
  'log:read',
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ['owner', 'manager', 'editor', 'fulfilment'] as const;
export type Role = (typeof roles)[number];

/** Permissions that give control of the shop itself; API tokens never have them. */
const ownerOnly = ['staff:manage', 'tokens:manage', 'keys:manage'] as const satisfies Permission[];

/** Permissions that an API token can have. */
export const tokenScopes = permissions.filter(
  (permission): permission is Exclude<Permission, (typeof ownerOnly)[number]> =>
    !(ownerOnly as readonly Permission[]).includes(permission),
);

export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  manager: tokenScopes,
  editor: ['products:read', 'products:write', 'reviews:write', 'reports:read'],
  fulfilment: ['orders:read', 'orders:write'],
};

/** Shortest password of a member of staff, characters. */
export const minStaffPasswordLength = 12;
