/** Whose key the file of a bank's answer is sealed under. */
export const answerOwner = (book: string, answerId: string): string => `bank-answer/${book}/${answerId}`
