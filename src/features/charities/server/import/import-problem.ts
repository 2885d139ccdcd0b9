/** An import that cannot continue. The message is for the operator: it names the file and what to do. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
}
