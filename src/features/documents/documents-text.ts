/** For an account without documents that the person may read (§2.8). */
export const noDocumentsText = (displayName: string) =>
  `Account documents will be available here if ${displayName} uploads any.`
