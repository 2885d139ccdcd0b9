/** The owner of the key: a document that was moved to another row cannot be decrypted. */
export const ownerOfVettingDocument = (realm: string, documentId: string): string =>
  `vetting-papers/${realm}/${documentId}`
