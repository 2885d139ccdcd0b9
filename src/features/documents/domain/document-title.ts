/** The name of a file as people read it, without the ending of a kind that the portal stores: `Statement Q3 2026.pdf` → `Statement Q3 2026`. */
export const documentTitle = (fileName: string): string => fileName.replace(/(?<=.)\.(pdf|png|jpe?g)$/i, '')
