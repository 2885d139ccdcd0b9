import { describeAccess } from '../../../testing/access-matrix/describe-access.ts'

describeAccess('year-end')
