/**
 * Settings that nothing reads yet, each with the feature that will. The list may only get shorter: a new setting comes with
 * the code that reads it.
 */
export const unreadSettings: Readonly<Record<string, string>> = {}
