/** Generated from the migrated database by `npm run db:types`: do not edit. */
export interface DB {}
