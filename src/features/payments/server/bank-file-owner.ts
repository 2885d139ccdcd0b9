/** The owner of the key that encrypts a bank file. */
export const bankFileOwner = (book: string, bankFileId: string): string => `bank-file/${book}/${bankFileId}`
