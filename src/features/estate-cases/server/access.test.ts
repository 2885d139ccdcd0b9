import { describeAccess } from '../../../testing/access-matrix/describe-access.ts'

describeAccess('estate-cases')
