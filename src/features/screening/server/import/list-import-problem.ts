/** A list that is not imported. The message is for the operator: it names the file and what to do. */
export class ListImportProblem extends Error {
  override name = 'ListImportProblem'
}
