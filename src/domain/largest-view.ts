/** The most rows that a screen shows at once. A longer list is searched, or exported. */
export const maxViewRows = 10_000
