/** A text as a part of a `like` pattern, in which it stands for itself. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, found => `\\${found}`)
